"""The services that profiles are built from: one file per API, and how all of them are asked (http, pace)."""
