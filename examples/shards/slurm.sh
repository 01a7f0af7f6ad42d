#!/usr/bin/env bash
# Partial sums as Slurm job arrays, one task a shard: examples/shards/slurm.sh OUT SHARD...
# REFERENCE=bm25,dense names the sources that you trust. A task whose node dies is run again (--requeue).
set -euo pipefail
out=$(realpath -m "$1")
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$out"
realpath "$@" > "$out/shards"
last=$(($(wc -l < "$out/shards") - 1))
shard='shard=$(sed -n "$((SLURM_ARRAY_TASK_ID + 1))p" '"$out/shards)"
partial="node $root/scripts/partial.mjs"
merge="node $root/scripts/merge.mjs"
options=${REFERENCE:+--reference $REFERENCE}
batch() { sbatch --parsable --requeue --output="$out/%x-%A_%a.log" "$@"; }

idf=$(batch --job-name=idf --array="0-$last" --wrap="$shard; $partial idf \"\$shard\" --out $out/idf-\$SLURM_ARRAY_TASK_ID.json")
table=$(batch --job-name=table --dependency="afterok:$idf" --wrap="$merge $out/idf-*.json --out $out/idf.json")
score=$(batch --job-name=score --dependency="afterok:$table" --array="0-$last" \
  --wrap="$shard; $partial score \"\$shard\" --idf $out/idf.json $options --out $out/part-\$SLURM_ARRAY_TASK_ID.json")
batch --job-name=report --dependency="afterok:$score" --wrap="$merge $out/part-*.json --report $out/report.json"
