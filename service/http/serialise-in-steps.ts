type Work<Result> = Generator<undefined, Result, undefined>;

/** A step takes less than 1 ms, unless it serialises a single longer string. */
const CHARACTERS_PER_STEP = 16 * 1024;

/** Yields between steps: JSON.stringify takes up to 40 ms for 4 MiB. */
export function* serialiseInSteps(value: unknown): Work<string> {
  const parts: string[] = [];
  yield* writeJson(value, parts);
  return parts.join('');
}

function* writeJson(value: unknown, parts: string[]): Work<void> {
  if (estimateSize(value) <= CHARACTERS_PER_STEP || typeof value !== 'object') {
    parts.push(JSON.stringify(value) ?? 'null');
    yield;
  } else if (Array.isArray(value)) {
    yield* writeList(value, parts);
  } else {
    let separator = '{';
    for (const [name, property] of Object.entries(value as object)) {
      if (property === undefined) continue;
      parts.push(`${separator}${JSON.stringify(name)}:`);
      yield* writeJson(property, parts);
      separator = ',';
    }
    parts.push(separator === '{' ? '{}' : '}');
  }
}

function* writeList(list: readonly unknown[], parts: string[]): Work<void> {
  let separator = '[';
  let start = 0;
  while (start < list.length) {
    let size = estimateSize(list[start]);
    let end = start + 1;
    while (end < list.length && size <= CHARACTERS_PER_STEP) size += estimateSize(list[end++]);
    if (size > CHARACTERS_PER_STEP && end > start + 1) end--;
    parts.push(separator);
    separator = ',';
    if (end > start + 1) {
      parts.push(JSON.stringify(list.slice(start, end)).slice(1, -1));
      yield;
    } else yield* writeJson(list[start], parts);
    start = end;
  }
  parts.push(']');
}

/** Stops counting above CHARACTERS_PER_STEP. */
const estimateSize = (value: unknown): number => {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null) return 6;
  let size = 3;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && size <= CHARACTERS_PER_STEP; index++)
      size += estimateSize(value[index]);
    return size;
  }
  for (const name in value) {
    if (size > CHARACTERS_PER_STEP) break;
    size += name.length + 4 + estimateSize((value as Record<string, unknown>)[name]);
  }
  return size;
};
