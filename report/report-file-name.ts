/** What some file system gives a meaning, and what nobody sees. */
const UNFIT = /[\p{C}\p{Z}<>:"/\\|?*]+/gu;
const LONGEST_NAME = 100;

/** What the file of a report is called, without what says of which kind it is. */
export const reportFileName = ({
  externalId,
  title,
}: {
  externalId: string | null;
  title: string;
}): string => {
  const name = `${externalId ?? ''} ${title}`.replace(UNFIT, ' ').replace(/^[. ]+/, '');
  return (
    [...name]
      .slice(0, LONGEST_NAME)
      .join('')
      .replace(/[. ]+$/, '') || 'report'
  );
};
