/** Invisible characters, and characters that some file systems reject. */
const UNSAFE_PATTERN = /[\p{C}\p{Z}<>:"/\\|?*]+/gu;
const MAX_NAME_LENGTH = 100;

/** Without the extension. */
export const createReportFileName = ({
  externalId,
  title,
}: {
  externalId: string | null;
  title: string;
}): string => {
  const name = `${externalId ?? ''} ${title}`.replace(UNSAFE_PATTERN, ' ').replace(/^[. ]+/, '');
  return (
    [...name]
      .slice(0, MAX_NAME_LENGTH)
      .join('')
      .replace(/[. ]+$/, '') || 'report'
  );
};
