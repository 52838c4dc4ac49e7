/** Invisible characters, and characters that a file system may not accept. */
const UNSAFE = /[\p{C}\p{Z}<>:"/\\|?*]+/gu;
const MAX_NAME_LENGTH = 100;

/** File name of a report, without the extension. */
export const reportFileName = ({
  externalId,
  title,
}: {
  externalId: string | null;
  title: string;
}): string => {
  const name = `${externalId ?? ''} ${title}`.replace(UNSAFE, ' ').replace(/^[. ]+/, '');
  return (
    [...name]
      .slice(0, MAX_NAME_LENGTH)
      .join('')
      .replace(/[. ]+$/, '') || 'report'
  );
};
