"""What NCBI asks of all who use its services: a name, an address, and three questions a second (ten with a key).

https://www.ncbi.nlm.nih.gov/books/NBK25497/
"""

from django.conf import settings

from onboarding.clients.http import Service


def service(name: str, url: str) -> Service:
    return Service(name, url, per_second=settings.NCBI_PER_SECOND)


def courtesy() -> dict[str, str]:
    return {"tool": "holdfast", "email": settings.NCBI_EMAIL, "api_key": settings.NCBI_API_KEY}
