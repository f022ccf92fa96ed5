"""The groups of config/roles.py. What they may do stands there: permissions are not rows."""

from django.db import migrations


def make(apps, schema_editor):
    for name in ("viewer", "triage", "admin"):
        apps.get_model("auth", "Group").objects.get_or_create(name=name)


class Migration(migrations.Migration):
    dependencies = [("auth", "0012_alter_user_first_name_max_length")]
    operations = [migrations.RunPython(make, migrations.RunPython.noop)]
