# The two commands: `make demo` and `make test`. Both do all the set-up there is: see ./bootstrap.
PY := .venv/bin/python
export PYTHONWARNINGS ?= ignore::SyntaxWarning # of libraries, when they are compiled
JOBS ?= 4
PACKAGES := config inbound notifications onboarding worker

.PHONY: bench crash recovery soak coverage simulate score score-replies survive demo test proofs check format lock venv reply help
.DEFAULT_GOAL := help

help:
	@echo 'make demo                         everything at work on this machine, with a tour at http://127.0.0.1:8000'
	@echo "make reply TEXT='3, sounds great' answer the newest proposal mail of the demo, over SMTP"
	@echo "make test [ARGS='tests/config']   the test suite, on a PostgreSQL of its own"
	@echo 'make proofs                       each protection taken away makes its test fail'
	@echo 'make crash                        200 kills of real processes under load; nothing lost, nothing doubled'
	@echo 'make recovery                     how soon the job of a killed worker runs again'
	@echo 'make bench [ROW=accept-4k]        every figure beside its peers (25 minutes); SMOKE=1 only checks that it runs'
	@echo 'make soak                         100,000 jobs through one worker: memory, connections, table size'
	@echo 'make coverage [APP=inbound]       branch coverage of worker/, or of that app, subprocesses included'
	@echo 'make score DIR=…                  the whole road against a folder of odd mails with a MANIFEST.json'
	@echo 'make survive DIR=…                every file of a folder through the whole road ends in a state'
	@echo 'make fuzz                         a million odd inputs to reply text, MIME and SMTP (ARGS="smtp --runs 10000")'
	@echo 'make score-replies DIR=…          reply text against a folder of labelled replies (emails/, trimmed/)'
	@echo 'make simulate                     the ladder: 10,000 members over 180 days, promises asserted'
	@echo 'make check                        style, types, layers, templates, settings, migrations, lock'
	@echo 'make format                       let ruff format the code'
	@echo 'make lock                         resolve the dependencies of pyproject.toml anew'

venv:
	@PYTHON='$(PYTHON)' ./bootstrap

demo: venv
	@HOLDFAST_MODE=demo exec $(PY) manage.py demo

reply: venv
	@HOLDFAST_MODE=demo $(PY) manage.py send_reply --wait -- '$(subst ','\'',$(TEXT))'

# All of it in several processes, each with a PostgreSQL of its own; with ARGS, those tests in this one.
test: venv
	$(PY) -m pytest $(if $(ARGS),$(ARGS),--numprocesses $(JOBS) --dist loadfile --no-loadscope-reorder)

proofs: venv
	$(PY) -m tests.proofs $(ARGS)

bench: venv
	@$(PY) -W ignore -m tests.bench $(if $(ROW),--row $(ROW)) $(if $(SMOKE),--smoke) $(ARGS)

crash: venv
	@$(PY) -W ignore -m tests.crash $(ARGS)

recovery: venv
	@$(PY) -W ignore -m tests.crash.recovery $(ARGS)

soak: venv
	@$(PY) -W ignore -m tests.crash.soak $(ARGS)

# Of one app, by its own tests. Subprocesses included: workers, edges, and the module that Dramatiq's CLI is given.
APP ?= worker
COVERED_worker := 95
COVERED_inbound := 90
ALSO_worker := tests/config/test_bringup.py tests/config/test_bringup_running.py # its steps are tried there
coverage: venv
	rm -f .coverage .coverage.*
	.venv/bin/coverage run -m pytest -q --numprocesses $(JOBS) --dist loadfile tests/$(APP) tests/journeys $(ALSO_$(APP))
	.venv/bin/coverage combine -q
	.venv/bin/coverage report --include='$(APP)/*' --omit='*/migrations/*' --skip-covered --fail-under=$(COVERED_$(APP))

simulate: venv
	@$(PY) -m tests.simulation $(ARGS)

fuzz: venv
	@$(PY) -W ignore -m tests.fuzz $(ARGS)

score: venv
	@$(PY) -W ignore -m tests.corpus.score '$(DIR)'

survive: venv
	@$(PY) -W ignore -m tests.corpus.survive '$(DIR)'

score-replies: venv
	@$(PY) -m tests.corpus.score_replies '$(DIR)'

check: venv
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/djade --check --target-version 6.1 $$(find . -path ./.venv -prune -o -path ./var -prune -o -path '*templates*' -name '*.html' -print)
	.venv/bin/lint-imports
	.venv/bin/mypy $(PACKAGES) tests .ci manage.py
	$(PY) manage.py check --fail-level WARNING
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) .ci/lock.py --check

format: venv
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

lock: venv
	$(PY) .ci/lock.py
