from django.apps import AppConfig
from django.conf import settings
from django.utils.module_loading import autodiscover_modules


class WorkerConfig(AppConfig):
    name = "worker"

    def ready(self) -> None:
        """Every process knows every kind: to enqueue it, and to have its `on_failed` at hand when it reaps."""
        autodiscover_modules(*settings.DRAMATIQ_AUTODISCOVER_MODULES)
