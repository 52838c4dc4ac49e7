import { formatPath, type Path } from '#service/shape/issue.ts';

/** Without these limits, a hundred errors could repeat paths of 40 KB. */
const MAX_NAME_LENGTH = 128;
const MAX_PATH_LENGTH = 512;

/** Formats a path such as `users[2].name`. Truncates long names and the beginning of a long path. */
export const formatFieldPath = (path: Path): string => {
  // Each step has at least one character, so any steps before the last MAX_PATH_LENGTH would be truncated.
  const text = formatPath(
    path.slice(-MAX_PATH_LENGTH).map((step) => (typeof step === 'number' ? step : truncateName(step))),
  );
  return text.length > MAX_PATH_LENGTH ? `…${text.slice(-MAX_PATH_LENGTH)}` : text;
};

const truncateName = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
