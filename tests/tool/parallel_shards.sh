#!/bin/sh
# Shards under GNU Parallel, one of which is killed and resumed; the merged result equals that of one run.
# usage: parallel_shards.sh PROGRAM; exit status 77 (skipped, for ctest) where there is no `parallel`
set -eu
export T="$1"
if ! command -v parallel > /dev/null; then
  echo "skipped: GNU Parallel is not installed"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > suite.epd <<'END'
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1; id "kiwipete"; D3 97862;
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1; id "third"; D4 43238; D5 674624;
bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9; id "fischer"; D4 326672;
END
lasting() { sed -e '/^  "machine": {/,/}/d' -e '/^  "timing": {/,/}/d' "$1"; }
"$T" check suite.epd --output one.json > one.out

# The second shard is killed in its work, and run again by its script.
cat > shard <<'END'
#!/bin/sh
set -- check suite.epd --shard "$1/3" --threads 1 --journal "$1.journal" --output "$1.json"
case $3 in
  2/3) if [ ! -e killed ]; then
         "$T" "$@" > killed & pid=$!
         while [ ! -s 2.journal ]; do sleep 0.05; done
         sleep 0.1
         kill -s KILL $pid
         wait $pid
       fi ;;
esac
exec "$T" "$@" > /dev/null 2>> messages
END
chmod +x shard
parallel --will-cite -j 2 ./shard ::: 1 2 3
test -e killed && grep -q 'going on from 2.journal' messages
"$T" merge 1.json 2.json 3.json --output merged.json
lasting one.json > one.txt
lasting merged.json | cmp - one.txt
echo ">> three shards under GNU Parallel, one killed and resumed, merge to the result of one run"
