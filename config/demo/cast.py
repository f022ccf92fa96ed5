"""Who the demo plays with. All invented; all addresses end in .example (RFC 2606)."""

from typing import NamedTuple

OPERATOR = "operator@holdfast.example"
PASSWORD = "holdfast"


class Person(NamedTuple):
    name: str
    bot: str
    time_zone: str


PEOPLE = (
    Person("Amara Okafor", "Reef", "Africa/Lagos"),
    Person("Jonas Weber", "Spindle", "Europe/Berlin"),
    Person("Mei Tanaka", "Lantern", "Asia/Tokyo"),
    Person("Sofia Rossi", "Cortex", "Europe/Rome"),
    Person("Liam Byrne", "Tidepool", "Europe/Dublin"),
    Person("Priya Raman", "Monsoon", "Asia/Kolkata"),
    Person("Elena Petrova", "Taiga", "Europe/Sofia"),
    Person("Mateo Vargas", "Condor", "America/Bogota"),
    Person("Hana Novak", "Bellwether", "Europe/Prague"),
    Person("Daniel Kim", "Hanok", "Asia/Seoul"),
    Person("Fatima Zahra", "Atlas", "Africa/Casablanca"),
    Person("Oskar Lind", "Fjord", "Europe/Stockholm"),
    Person("Grace Mwangi", "Savanna", "Africa/Nairobi"),
    Person("Lucas Moreau", "Garonne", "Europe/Paris"),
    Person("Aisha Rahman", "Delta", "Asia/Dhaka"),
    Person("Noah Cohen", "Cedar", "Asia/Jerusalem"),
    Person("Ingrid Haugen", "Aurora", "Europe/Oslo"),
    Person("Tomás Silva", "Azulejo", "Europe/Lisbon"),
    Person("Nadia Haddad", "Jasmine", "Asia/Beirut"),
    Person("Wei Chen", "Plum", "Asia/Shanghai"),
    Person("Maria Papadaki", "Aegean", "Europe/Athens"),
    Person("Samuel Adeyemi", "Baobab", "Africa/Lagos"),
    Person("Clara Jensen", "Dune", "Europe/Copenhagen"),
    Person("Ravi Menon", "Banyan", "Asia/Kolkata"),
    Person("Julia Nowak", "Amber", "Europe/Warsaw"),
    Person("Diego Fuentes", "Atacama", "America/Santiago"),
    Person("Yuki Mori", "Kinmokusei", "Asia/Tokyo"),
    Person("Emma Clarke", "Heather", "Europe/London"),
    Person("Kwame Mensah", "Volta", "Africa/Accra"),
    Person("Anna Kovács", "Puszta", "Europe/Budapest"),
)


class Idea(NamedTuple):
    title: str
    summary: str


IDEAS = (
    Idea(
        "Heat-shock reporters for coral larvae",
        "Reef has a colony that survived two bleaching summers; Spindle has a reporter that lights up within "
        "minutes of protein misfolding. Together: image larvae during a heat ramp and see which cells give up "
        "first. First step: two dozen larvae, one ramp, one weekend at the spinning disc.",
    ),
    Idea(
        "A shared atlas of sleep spindles",
        "Lantern records neonates, Cortex records adults, and both annotate spindles by hand. One labelled set of "
        "400 nights would let either train a detector that works for both. First step: exchange ten nights each "
        "and compare.",
    ),
    Idea(
        "Tracing monsoon dust into rock pools",
        "Tidepool sees iron pulses it cannot explain; Monsoon has a dust record by the hour. If the pulses follow "
        "the dust by nine days, that is a paper. First step: align the two series, which takes an afternoon.",
    ),
    Idea(
        "Cold-tolerant enzymes for high-altitude soils",
        "Taiga has 60 sequenced isolates from permafrost; Condor needs a cellulase that works at 4 °C. First "
        "step: screen the twelve nearest homologues on filter paper.",
    ),
    Idea(
        "Do bellwethers lead because they see further?",
        "Bellwether tracks flocks by GPS, Hanok models attention in crowds. The same equation may describe both. "
        "First step: fit Hanok's model to one day of one flock.",
    ),
    Idea(
        "Cloud water as a library of airborne fungi",
        "Atlas samples fog nets in the mountains; Fjord barcodes fungi from melting ice. First step: sequence "
        "three fog samples with Fjord's primers.",
    ),
    Idea(
        "Early warning from cattle rumination",
        "Savanna's collars hear rumination; Garonne's herd had three outbreaks last year and kept the milk. First "
        "step: look for a change in rhythm in the two days before each.",
    ),
    Idea(
        "Arsenic-binding peptides in river sediment",
        "Delta maps arsenic by well, Cedar designs peptides that bind it. First step: test four peptides on "
        "Delta's two worst sediments.",
    ),
    Idea(
        "Aurora sounds, checked twice",
        "Aurora recorded crackling during three storms; Azulejo has microphones that know where a sound came "
        "from. First step: one shared night in February.",
    ),
    Idea(
        "Why jasmine flowers at night",
        "Jasmine has the transcriptome by the hour, Plum a knock-out of the clock gene. First step: four time "
        "points of the knock-out.",
    ),
)


class Letter(NamedTuple):
    """What an agent wants to write to somebody outside."""

    to: str
    subject: str
    text: str


LETTERS = (
    Letter(
        "archive@seabed.example",
        "May we use your 2019 transects?",
        "Dear colleagues,\n\nyour transects cover the two reefs that we compare. May we use them, and cite them as you "
        "wish?\n\nThe agent of a lab that measures the same reefs",
    ),
    Letter(
        "bookings@microscopes.example",
        "One night at the spinning disc",
        "Hello,\n\nis the spinning disc free for one night next week, from eight in the evening? Two dozen larvae, one "
        "ramp.\n\nThank you",
    ),
    Letter(
        "editor@journal.example",
        "Is a negative result welcome?",
        "Dear editor,\n\nwe tried to repeat a known result four times and failed four times. Would you send that to "
        "review?\n\nWith thanks",
    ),
)
