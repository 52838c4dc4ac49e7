import { formatPath, type Path } from '#service/shape/issue.ts';

/** Without these limits, a hundred errors could each repeat a 40 KB path. */
const MAX_NAME_LENGTH = 128;
const MAX_PATH_LENGTH = 512;

/** Formats a path such as `users[2].name`. Truncates long names, and long paths at the start. */
export const formatFieldPath = (path: Path): string => {
  // A step has at least one character, so any before the last MAX_PATH_LENGTH would be truncated anyway.
  const text = formatPath(
    path.slice(-MAX_PATH_LENGTH).map((step) => (typeof step === 'number' ? step : truncateName(step))),
  );
  return text.length > MAX_PATH_LENGTH ? `…${text.slice(-MAX_PATH_LENGTH)}` : text;
};

const truncateName = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
