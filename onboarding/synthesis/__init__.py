"""From papers to a profile: what goes in and out (dossier), who does it (choice), and the two who can."""
