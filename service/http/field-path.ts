import { formatPath, type Path } from '#service/shape/issue.ts';

/** Limits on names and paths in errors, because a hundred errors could otherwise repeat 40 KB paths. */
const MAX_NAME = 128;
const MAX_PATH = 512;

/** Formats a path such as `users[2].name`. Truncates long names and the beginning of a long path. */
export const formatFieldPath = (path: Path): string => {
  // Each step has at least one character.
  const text = formatPath(
    path.slice(-MAX_PATH).map((step) => (typeof step === 'number' ? step : truncateName(step))),
  );
  return text.length > MAX_PATH ? `…${text.slice(-MAX_PATH)}` : text;
};

const truncateName = (name: string): string =>
  name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
