"""One settings file. Everything that differs between machines is read from `HOLDFAST_*`: docs/reference/settings.md."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from django.templatetags.static import static
from django.utils.csp import CSP

from config.counters import share
from config.digest import application_name
from config.env import Env
from config.errors import report_to
from config.logs import configuration

env = Env()
BASE_DIR = Path(__file__).resolve().parent.parent

# --- what kind of installation this is ------------------------------------------------------------
# development: throw-away secrets, DEBUG, embedded PostgreSQL. demo: the same with the tour. production: no guesses.
HOLDFAST_MODE = env.choice("HOLDFAST_MODE", "development", ("development", "demo", "production"))
_production = HOLDFAST_MODE == "production"
VAR_DIR = Path(env.text("HOLDFAST_VAR_DIR", str(BASE_DIR / "var")))

SECRET_KEY = env.text("HOLDFAST_SECRET_KEY", None if _production else "not-a-secret-development-only-" + "x" * 32)
DEBUG = env.flag("HOLDFAST_DEBUG", default=HOLDFAST_MODE == "development")
WEB_LISTEN = env.address("HOLDFAST_WEB_LISTEN", "127.0.0.1:8000")
BASE_URL = env.text("HOLDFAST_BASE_URL", None if _production else "http://{}:{}".format(*WEB_LISTEN)).rstrip("/")
ALLOWED_HOSTS = env.words("HOLDFAST_ALLOWED_HOSTS", "" if _production else "127.0.0.1,localhost,[::1],testserver")
CSRF_TRUSTED_ORIGINS = env.words("HOLDFAST_CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.staticfiles",
    "django_dramatiq",
    "config",
    "inbound",
    "notifications",
    "onboarding",
    "worker",
    # Apps of your own: docs/how-to/make-it-yours.md
    *env.words("HOLDFAST_APPS"),
]

MIDDLEWARE = [
    "config.request_id.RequestId",
    "django.middleware.security.SecurityMiddleware",
    "config.csp.PolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.masks.Masks",
    "onboarding.time_zone.TimeZone",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

# --- what browsers are told --------------------------------------------------------------------------
# TLS ends at the proxy, which must set X-Forwarded-Proto. Off in development, where there is none.
_tls = env.flag("HOLDFAST_TLS", default=_production)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _tls else None
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _tls
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz$", "^metrics$"]
SECURE_HSTS_SECONDS = env.whole("HOLDFAST_HSTS_SECONDS", 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.flag("HOLDFAST_HSTS_SUBDOMAINS", default=False)
SECURE_REFERRER_POLICY = "same-origin"
# On where the proxy sets X-Request-ID itself, and lets none of a client through.
TRUST_REQUEST_ID = env.flag("HOLDFAST_TRUST_REQUEST_ID", default=False)
# No page of ours has inline script or style. The admin's theme (unfold) needs both: config/csp.py.
SECURE_CSP: dict[str, Any] = {
    "default-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "base-uri": [CSP.NONE],
    "object-src": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# --- database: real PostgreSQL always; embedded unless DATABASE_URL says otherwise -------------------
_embedded: dict[str, Any] = {
    "ENGINE": "config.embedded",
    "NAME": "holdfast",
    "OPTIONS": {},
    "EMBEDDED": {"directory": VAR_DIR / "pg", "throw_away": False},
}
_database = env.database("DATABASE_URL") or _embedded
_database["CONN_MAX_AGE"] = None
_database["OPTIONS"]["prepare_threshold"] = 5
# A process that is stopped inside a transaction would hide its row behind a lock for ever (W42). And what was answered
# `250` or applied is on disk, whatever the server's own default is.
_database["OPTIONS"]["options"] = "-c idle_in_transaction_session_timeout=10s -c synchronous_commit=on"
DATABASES = {"default": _database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- jobs ------------------------------------------------------------------------------------------
DRAMATIQ_BROKER = {
    "BROKER": "worker.broker.LedgerBroker",
    "OPTIONS": {},
    "MIDDLEWARE": [
        "worker.middleware.liveness.Liveness",
        "worker.middleware.log_context.LogContext",
        "worker.middleware.metrics.Metrics",
        "worker.middleware.connections.Connections",
        "worker.middleware.age_out.AgeOut",
        "worker.middleware.retries.Retries",
    ],
}
DRAMATIQ_AUTODISCOVER_MODULES = ["actors", "sweeps"]
WORKERS = env.text("HOLDFAST_WORKERS", "inbound:8 mail,notify,slack:6 profile:2 webhook:4 maintenance:1")

# --- mail out --------------------------------------------------------------------------------------
NOTIFICATIONS = env.choice("HOLDFAST_NOTIFICATIONS", "on", ("on", "quiet"))
DEFAULT_FROM_EMAIL = env.text("HOLDFAST_FROM", None if _production else "Holdfast <hello@holdfast.example>")
MAIL_OUTLET = env.choice("HOLDFAST_MAIL", "ses" if _production else "file", ("ses", "smtp", "file"))
if HOLDFAST_MODE == "demo":  # its people are invented: nothing leaves this machine, whatever the environment says
    MAIL_OUTLET = "file"
MAIL_SMTP = env.address("HOLDFAST_MAIL_SMTP", "127.0.0.1:25")
MAILERS = {
    "ses": {"default": {"BACKEND": "notifications.outlets.ses.Backend"}},
    "smtp": {
        "default": {
            "BACKEND": "notifications.outlets.smtp.Backend",
            "OPTIONS": {"host": MAIL_SMTP[0], "port": MAIL_SMTP[1], "timeout": 20},
        }
    },
    "file": {
        "default": {
            "BACKEND": "django.core.mail.backends.filebased.EmailBackend",
            "OPTIONS": {"file_path": str(VAR_DIR / "mail")},
        }
    },
}[MAIL_OUTLET]

# --- AWS: SES sends, and receives into S3 (docs/inbound-email.md); only where HOLDFAST_MAIL or HOLDFAST_DOORS says so -
AWS_REGION = env.text("HOLDFAST_AWS_REGION", "eu-west-1")
AWS_ENDPOINT = env.text("HOLDFAST_AWS_ENDPOINT", "")
AWS_SES_REGION_NAME = AWS_REGION
AWS_SES_REGION_ENDPOINT_URL = AWS_ENDPOINT or f"https://email.{AWS_REGION}.amazonaws.com"
AWS_SES_AUTO_THROTTLE = None
S3_BUCKET = env.text("HOLDFAST_S3_BUCKET", "")
S3_PREFIX, S3_FAILED_PREFIX = "inbound/", "failed/"
SES_RULE_SET = env.text("HOLDFAST_SES_RULE_SET", "holdfast")
SES_RULE = env.text("HOLDFAST_SES_RULE", "holdfast-inbound")
SNS_TOPIC = env.text("HOLDFAST_SNS_TOPIC", "holdfast-inbound")
# Does the provider tell us what became of a mail (SES events by SNS)? Then an attempt in doubt waits for that longer.
MAIL_EVENTS = env.flag("HOLDFAST_MAIL_EVENTS", default=False)
AWS_SNS_EVENT_TRUSTED_TOPIC_ARNS = env.words("HOLDFAST_MAIL_EVENTS_TOPICS")
AWS_SES_CONFIGURATION_SET = env.text("HOLDFAST_SES_CONFIGURATION_SET", "") or None
# Mails per second that the provider takes from all our processes together; 0 is no bound. The SES console shows yours.
MAIL_RATE = env.whole("HOLDFAST_MAIL_RATE", 14 if MAIL_OUTLET == "ses" else 0)
MAIL_DOUBT_WAIT = timedelta(minutes=15) if MAIL_EVENTS else timedelta(minutes=1)

# --- mail in ---------------------------------------------------------------------------------------
INBOUND_ENABLED = env.flag("HOLDFAST_INBOUND_ENABLED", default=not _production)
DOORS = env.words("HOLDFAST_DOORS", "smtp", among=("smtp", "s3", "sns", "http"))
MX_HOSTS = [word.lower().rstrip(".") for word in env.words("HOLDFAST_MX_HOSTS")]
DNS_SERVERS = env.words("HOLDFAST_DNS")  # host or host:port; empty: those of this machine
INBOUND_DOMAIN = env.text("HOLDFAST_INBOUND_DOMAIN", None if _production else "in.holdfast.example").lower()
# Newest first: `name:secret`. The first signs; all verify. Rotation: docs/how-to/rotate-reply-keys.md
REPLY_KEYS = env.words("HOLDFAST_REPLY_KEYS", None if _production else "dev:not-a-secret-reply-key-for-development")
# Must the sender of an answer be proven (SPF, DKIM, DMARC)? Off only where nothing from outside can come in.
VERIFY_SENDERS = env.flag("HOLDFAST_VERIFY_SENDERS", default=_production)
# What tells a rating from an instruction: a class with `classify`. docs/reference/classification.md
CLASSIFIER = env.text("HOLDFAST_CLASSIFIER", "inbound.classify.rules.Rules")
REPLY_TOKEN_LIFETIME = timedelta(days=14)
# STARTTLS is offered where a certificate is named (PEM files; the key may stand in the same file).
SMTP_CERTIFICATE, SMTP_KEY = env.text("HOLDFAST_SMTP_CERTIFICATE", ""), env.text("HOLDFAST_SMTP_KEY", "")
SMTP_LISTEN = env.address("HOLDFAST_SMTP_LISTEN", "127.0.0.1:2525")
SMTP_MAX_SIZE = env.whole("HOLDFAST_SMTP_MAX_SIZE", 26_214_400, least=65_536)
AUTHSERV_IDS = [word.lower() for word in env.words("HOLDFAST_AUTHSERV_IDS", INBOUND_DOMAIN)]

# --- webhooks and holds ----------------------------------------------------------------------------
# Newest first: the first seals stored secrets, all open them. Put a new one in front to rotate.
SEALING_KEYS = env.words("HOLDFAST_SEALING_KEYS", None if _production else "not-a-secret-sealing-key-for-development")
# Private networks that webhooks may reach all the same, and the only ones that `http://` is accepted for.
WEBHOOKS_MAY_REACH = env.networks("HOLDFAST_WEBHOOKS_MAY_REACH", "" if _production else "127.0.0.0/8")
# A PEM file of certificate authorities that receivers of your own may be vouched for by, beside the system's.
WEBHOOKS_CA = env.text("HOLDFAST_WEBHOOKS_CA", "")
HOLD_LIFETIME = timedelta(days=env.whole("HOLDFAST_HOLD_DAYS", 7, least=1))
HOLD_EXPIRY = env.choice("HOLDFAST_HOLD_EXPIRY", "reject", ("reject", "approve"))

# --- screening of mail to agents -------------------------------------------------------------------
_detectors = ("hidden_text", "invisible_characters", "dangerous_attachments", "deceptive_links")
SCREENING = env.words("HOLDFAST_SCREENING", ",".join(f"inbound.screening.heuristics.{name}" for name in _detectors))
SCREENING_SECONDS = env.seconds("HOLDFAST_SCREENING_SECONDS", 5)
SCREENING_FAILURE = env.choice("HOLDFAST_SCREENING_FAILURE", "hold", ("hold", "flag"))

# --- Slack -------------------------------------------------------------------------------------------
# Outside production a stand-in answers: `manage.py fake_slack`. An agent may have its own token (admin: Slack access).
FAKE_SLACK: tuple[str, int] = env.address("HOLDFAST_FAKE_SLACK", "127.0.0.1:8027")
_fake_slack = f"http://{FAKE_SLACK[0]}:{FAKE_SLACK[1]}/api/"
SLACK_API = env.text("HOLDFAST_SLACK_API", "https://slack.com/api/" if _production else _fake_slack)
SLACK_TOKEN = env.text("HOLDFAST_SLACK_TOKEN", "" if _production else "xoxb-not-a-secret-development-only")

# --- people ----------------------------------------------------------------------------------------
AUTH_USER_MODEL = "onboarding.Member"
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend", "config.roles.RoleBackend"]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 2 * 60 * 60
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

# --- profiles: the services they are built from -------------------------------------------------------
# Outside production a stand-in with invented people answers: `manage.py fake_apis`.
FAKE_APIS: tuple[str, int] = env.address("HOLDFAST_FAKE_APIS", "127.0.0.1:8026")
_fake = f"http://{FAKE_APIS[0]}:{FAKE_APIS[1]}"
ORCID_URL = env.text("HOLDFAST_ORCID_URL", "https://pub.orcid.org" if _production else f"{_fake}/orcid")
IDCONV_URL = env.text(
    "HOLDFAST_IDCONV_URL",
    "https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1/articles/" if _production else f"{_fake}/idconv",
)
EUTILS_URL = env.text(
    "HOLDFAST_EUTILS_URL", "https://eutils.ncbi.nlm.nih.gov/entrez/eutils" if _production else f"{_fake}/eutils"
)
NCBI_API_KEY = env.text("HOLDFAST_NCBI_API_KEY", "")
NCBI_EMAIL = env.text("HOLDFAST_NCBI_EMAIL", "" if not _production else DEFAULT_FROM_EMAIL)
# NCBI allows three questions a second, ten with a key; ORCID twelve. We stay below.
NCBI_PER_SECOND = (9.0 if NCBI_API_KEY else 2.8) if _production else 100.0
ORCID_PER_SECOND = 8.0 if _production else 100.0
API_TIMEOUT = env.seconds("HOLDFAST_API_TIMEOUT", 20)
SYNTHESISER = env.choice("HOLDFAST_SYNTHESISER", "key-sentences", ("key-sentences", "anthropic"))
ANTHROPIC_URL = env.text("HOLDFAST_ANTHROPIC_URL", "https://api.anthropic.com")
ANTHROPIC_API_KEY = env.text("HOLDFAST_ANTHROPIC_API_KEY", "")
ANTHROPIC_MODEL = env.text("HOLDFAST_ANTHROPIC_MODEL", "claude-sonnet-5-5")

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static" if _production else None
STATICFILES_DIRS = [BASE_DIR / "templates" / "static"]
# Production serves what `manage.py collectstatic` gathered, under names that change with the content.
WHITENOISE_USE_FINDERS = not _production
_static = "whitenoise.storage.CompressedManifestStaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _static if _production else "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# --- logs --------------------------------------------------------------------------------------------
LOGGING = configuration(
    form=env.choice("HOLDFAST_LOG", "json" if _production else "console", ("console", "json")),
    level=env.choice("HOLDFAST_LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR")),
)

SENTRY_DSN = env.text("HOLDFAST_SENTRY_DSN", "")
if SENTRY_DSN:
    report_to(SENTRY_DSN, mode=HOLDFAST_MODE)

# --- the admin ---------------------------------------------------------------------------------------
UNFOLD = {
    "SITE_TITLE": "Holdfast",
    "SITE_HEADER": "Holdfast",
    "DASHBOARD_CALLBACK": "config.dashboard.page.context",
    "STYLES": [lambda request: static("operators.css")],
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("icon.svg")}],
}

# --- metrics -----------------------------------------------------------------------------------------
METRICS_DIR = Path(env.text("HOLDFAST_METRICS_DIR", str(VAR_DIR / "metrics")))
share(METRICS_DIR)
METRICS_TOKEN = env.text("HOLDFAST_METRICS_TOKEN", "")
CANARY = env.flag("HOLDFAST_CANARY", default=False)

# Last, when everything has been read: who runs with other settings is seen in pg_stat_activity.
DATABASES["default"]["OPTIONS"]["application_name"] = application_name(env.read, key=SECRET_KEY)
