"""What surrounds every job, one file each, listed in `settings.DRAMATIQ_BROKER` from the outside in.

Dramatiq swallows what an ordinary exception in a hook says; one that must refuse raises a `MiddlewareError`."""
