"""Reads the environment. A wrong value raises, naming the variable and the form it should have."""

import os
from collections.abc import Callable, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any

import psycopg
from django.core.exceptions import ImproperlyConfigured
from psycopg.conninfo import conninfo_to_dict

_TRUE, _FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


class Env:
    """A view of environment variables; an empty value counts as absent."""

    def __init__(self, values: Mapping[str, str] = os.environ) -> None:
        self.values = values
        self.read: dict[str, str] = {}

    def text(self, name: str, default: str | None = None) -> str:
        value = self.values.get(name, "").strip()
        self.read[name] = value or default or ""
        if value:
            return value
        if default is None:
            raise ImproperlyConfigured(f"{name} is not set, and there is no default.")
        return default

    def flag(self, name: str, default: bool) -> bool:
        value = self.text(name, "on" if default else "off").lower()
        if value not in _TRUE | _FALSE:
            raise ImproperlyConfigured(f"{name}={value!r}: expected on or off.")
        return value in _TRUE

    def whole(self, name: str, default: int, *, least: int = 0) -> int:
        return self._parsed(name, str(default), int, f"a whole number, {least} or more", lambda n: n >= least)

    def seconds(self, name: str, default: float) -> float:
        return self._parsed(name, str(default), float, "a number of seconds", lambda n: n > 0)

    def words(self, name: str, default: str | None = "", *, among: tuple[str, ...] = ()) -> list[str]:
        """Comma-separated."""
        words = [word.strip() for word in self.text(name, default).split(",") if word.strip()]
        if among and (unknown := sorted(set(words) - set(among))):
            raise ImproperlyConfigured(f"{name}: {', '.join(unknown)}: expected some of {', '.join(among)}.")
        return words

    def choice(self, name: str, default: str, among: tuple[str, ...]) -> str:
        value = self.text(name, default)
        if value not in among:
            raise ImproperlyConfigured(f"{name}={value!r}: expected one of {', '.join(among)}.")
        return value

    def address(self, name: str, default: str) -> tuple[str, int]:
        """`host:port`."""

        def parse(value: str) -> tuple[str, int]:
            host, _, port = value.rpartition(":")
            return host.strip("[]"), int(port)

        return self._parsed(name, default, parse, "host:port", lambda a: bool(a[0]) and 0 <= a[1] < 65536)

    def networks(self, name: str, default: str = "") -> list[IPv4Network | IPv6Network]:
        """Comma-separated CIDR blocks."""

        def parse(value: str) -> list[IPv4Network | IPv6Network]:
            return [ip_network(word.strip()) for word in value.split(",") if word.strip()]

        return self._parsed(name, default, parse, "networks such as 10.0.0.0/8", lambda _: True)

    def database(self, name: str) -> dict[str, Any] | None:
        """A libpq URL or key=value string as Django's DATABASES entry; None when unset."""
        value = self.text(name, "")
        if not value:
            return None
        try:
            parts = conninfo_to_dict(value)
        except psycopg.ProgrammingError as error:
            raise ImproperlyConfigured(
                f"{name}: expected postgresql://user:password@host:port/name ({error})."
            ) from None
        known = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
        entry: dict[str, Any] = {known[key]: str(part) for key, part in parts.items() if key in known}
        entry["ENGINE"] = "django.db.backends.postgresql"
        entry["OPTIONS"] = {key: part for key, part in parts.items() if key not in known}
        return entry

    def _parsed[T](self, name: str, default: str, parse: Callable[[str], T], form: str, ok: Callable[[T], bool]) -> T:
        value = self.text(name, default)
        try:
            parsed = parse(value)
        except ValueError:
            parsed = None
        if parsed is None or not ok(parsed):
            raise ImproperlyConfigured(f"{name}={value!r}: expected {form}.")
        return parsed
