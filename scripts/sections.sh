# Runs the sections of ./test: a heading, the time taken and, where it failed, the end of its log.
# To be sourced. A section is a function with a title in the array `sections`; ctest's counts are read from its log.

passed=0
failed=0

# The numbers in ctest's "98% tests passed, 2 tests failed out of 120"; a section without ctest is one test.
count_tests() {
  local log=$1 status=$2 line
  line=$(grep -E '^[0-9]+% tests passed, [0-9]+ tests? failed out of [0-9]+' "$log" | tail -n 1)
  if [ -n "$line" ]; then
    local bad total
    bad=$(sed -E 's/.* ([0-9]+) tests? failed.*/\1/' <<< "$line")
    total=$(sed -E 's/.* out of ([0-9]+).*/\1/' <<< "$line")
    failed=$((failed + bad))
    passed=$((passed + total - bad))
    [ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || failed=$((failed + 1))
  elif [ "$status" -eq 0 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
}

# What a section has to say on success: lines that tests mark as worth seeing.
notable_lines() { grep -E '^([0-9]+: )?>> ' "$1" | sed -E 's/^([0-9]+: )?>> /   /' | sort -u; }

run_section() {
  local name=$1 log=build/logs/$1.log status=0 started=$SECONDS
  printf '== %s: %s\n' "$name" "${sections[$name]}"
  "$name" > "$log" 2>&1 < /dev/null || status=$?
  count_tests "$log" "$status"
  if [ "$status" -eq 0 ]; then
    notable_lines "$log"
    grep -E '^[0-9]+% tests passed' "$log" | sed 's/^/   /'
    printf '   ok, %d s\n' $((SECONDS - started))
    return 0
  fi
  tail -n 60 "$log"
  printf '\n*** FAILED: %s (%s), after %d s. The whole log: %s\n' "$name" "${sections[$name]}" $((SECONDS - started)) "$log"
  return 1
}

run_sections() {
  local name status=0
  mkdir -p build/logs
  for name in "$@"; do
    if [ -z "${sections[$name]+known}" ]; then
      echo "test: no section '$name'; there are: ${order[*]}" >&2
      exit 2
    fi
  done
  for name in "$@"; do
    run_section "$name" || { status=1; break; }
  done
  printf '%d passed, %d failed\n' "$passed" "$failed"
  exit "$status"
}
