# What .ci/run and .ci/full share: missing programs, servers of this run's own, parts whose minutes and sums are printed.

export REQUIRE_SERVERS=1

install_if_missing() { # Debian package …, each for its program: package=program
  local pair missing=()
  for pair in "$@"; do command -v "${pair#*=}" >/dev/null || missing+=("${pair%=*}"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null || { echo "Install ${missing[*]} first." >&2; return 1; }
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

install_what_tests_need() {
  install_if_missing mariadb-server=mariadbd redis-server=redis-server chromium-headless-shell=chromium-headless-shell python3=python3 php-cli=php \
    golang-go=go curl=curl openssl=openssl
  # The Python client's tests and Schemathesis install into environments of their own.
  python3 -c 'import ensurepip, venv' 2>/dev/null || install_if_missing python3-venv=the-module-ensurepip
  # Postfix, Exim, OpenSMTPD and postgrey for test/interop: unpacked into .cache, never installed.
  node scripts/interop-servers.mjs >&2
}

free_port() {
  node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"
}

wait_for_port() { # port, name, log
  for _ in $(seq 240); do
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return
    sleep 0.25
  done
  echo "$2 does not answer on port $1:" >&2
  tail -n 20 "$3" >&2
  exit 1
}

servers=$(mktemp -d)
# Debian's own root is let in by socket only; these servers drop their rights.
chmod 755 "$servers"
pids=()
stop_servers() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$servers"
}
trap stop_servers EXIT

# Nothing outlives the run, so nothing waits for the disk. Suites that kill a server start one of their own.
not_durable=(--innodb-flush-log-at-trx-commit=0 --innodb-doublewrite=OFF --sync-binlog=0)

start_mariadb_and_redis() {
  mariadb-install-db --no-defaults --user="$(id -un)" --datadir="$servers/mariadb" \
    --auth-root-authentication-method=normal --skip-test-db >"$servers/mariadb-install.log" 2>&1 ||
    { cat "$servers/mariadb-install.log" >&2; exit 1; }
  local mysql_port redis_port
  mysql_port=$(free_port)
  mariadbd --no-defaults --user="$(id -un)" --datadir="$servers/mariadb" --socket="$servers/mariadb.sock" \
    --pid-file="$servers/mariadb.pid" --bind-address=127.0.0.1 --port="$mysql_port" "${not_durable[@]}" \
    >"$servers/mariadb.log" 2>&1 &
  pids+=($!)
  redis_port=$(free_port)
  redis-server --bind 127.0.0.1 --port "$redis_port" --dir "$servers" --save '' --appendonly no >"$servers/redis.log" 2>&1 &
  pids+=($!)
  wait_for_port "$mysql_port" MariaDB "$servers/mariadb.log"
  wait_for_port "$redis_port" Redis "$servers/redis.log"
  export TEST_MYSQL_URL="mysql://root@127.0.0.1:$mysql_port" TEST_REDIS_URL="redis://127.0.0.1:$redis_port"
}

status=0
passed=0
failed=0
minutes=()

# Runs a command as a part of the run. A failure is counted, and the other parts run all the same.
part() { # name, command …
  local name=$1 start=$SECONDS before=$failed code=0 verdict=''
  shift
  printf '\n== %s\n' "$name"
  "$@" || code=$?
  if [ "$code" -ne 0 ]; then
    status=1
    verdict=': FAILED'
    [ "$failed" -gt "$before" ] || failed=$((failed + 1))
  fi
  minutes+=("$(awk "BEGIN { printf \"%6.1f min\", ($SECONDS - $start) / 60 }")  $name$verdict")
}

# Runs a command that ends with `N passed, N failed`, and adds that to the sum.
counted() {
  local line code=0
  "$@" | tee "$servers/tests" || code=$?
  line=$(tail -n 1 "$servers/tests")
  if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
  else
    failed=$((failed + 1))
    return 1
  fi
  return "$code"
}

# A part that could not run has not passed.
not_tested() { # what, and why
  echo "NOT TESTED: $1"
  return 1
}

finish() {
  printf '\nMinutes of each part:\n'
  printf '%s\n' "${minutes[@]}"
  awk "BEGIN { printf \"%6.1f min  in all\", $SECONDS / 60 }"
  # Not in a pipe, whose processes have times of their own.
  times >"$servers/times"
  tail -n 1 "$servers/times" | tr 'ms' '  ' | awk '{ printf ", %.1f of processor time without the servers\n", $1 + $2 / 60 + $3 + $4 / 60 }'
  echo "$passed passed, $failed failed"
  exit $status
}
