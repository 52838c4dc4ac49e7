import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFile } from '#report/format-upload.ts';
import type { ReportAnswer, ReportPart, ReportRepeat } from '#report/item-content.ts';
import { Notes } from './Notes.tsx';
import { PictureRow } from './PictureRow.tsx';
import { usePictures } from './pictures.ts';

export const ReportParts = ({ parts, level }: { parts: readonly ReportPart[]; level: number }) =>
  groupConsecutiveAnswers(parts).map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, and parts have no state
    <PartGroup key={index} group={group} level={level} />
  ));

/** Consecutive answers shown as one list, or a section or repeat. */
type PartGroup = readonly ReportAnswer[] | Exclude<ReportPart, ReportAnswer>;

const PartGroup = ({ group, level }: { group: PartGroup; level: number }) => {
  if (!('kind' in group))
    return (
      <dl>
        {group.map((answer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and rows have no state
          <AnswerRow key={index} answer={answer} />
        ))}
      </dl>
    );
  if (group.kind === 'repeat') return <Repeat repeat={group} level={level} />;
  return (
    <section>
      <Heading level={level} title={group.title} />
      <ReportParts parts={group.parts} level={level + 1} />
    </section>
  );
};

const groupConsecutiveAnswers = (parts: readonly ReportPart[]): readonly PartGroup[] => {
  const groups: (ReportAnswer[] | Exclude<ReportPart, ReportAnswer>)[] = [];
  for (const part of parts) {
    const lastGroup = groups.at(-1);
    if (part.kind !== 'answer') groups.push(part);
    else if (Array.isArray(lastGroup)) lastGroup.push(part);
    else groups.push([part]);
  }
  return groups;
};

const MAX_HEADING_LEVEL = 6;

const Heading = ({ level, title }: { level: number; title: string }) =>
  createElement(`h${Math.min(level, MAX_HEADING_LEVEL)}`, null, title);

const AnswerRow = ({ answer }: { answer: ReportAnswer }) => {
  const { format } = usePictures();
  const { type, label, uploads, hasFailed, notes, commentPictures } = answer;
  return (
    <div className="report-row" data-failed={hasFailed || undefined}>
      <dt>{label}</dt>
      <dd>
        <AnswerText answer={answer} />
        {hasFailed && <span className="report-mark">{format.t('failed')}</span>}
        {(type === 'photo' || type === 'signature') && (
          <PictureRow ids={uploads} label={label} isSignature={type === 'signature'} />
        )}
        <Notes notes={notes} />
        <PictureRow ids={commentPictures} label={label} />
      </dd>
    </div>
  );
};

const AnswerText = ({ answer: { type, text, uploads } }: { answer: ReportAnswer }) => {
  const { t } = useTranslation('report-screen');
  const { format, uploads: uploadsById } = usePictures();
  const [upload] = uploads;
  if (upload !== undefined && type === 'file') {
    const file = uploadsById[upload];
    return <span className="report-text">{file ? formatFile(file, format) : t('notHere')}</span>;
  }
  // Pictures and signatures need no text.
  if (upload !== undefined) return null;
  return <span className="report-text">{text || '–'}</span>;
};

const Repeat = ({ repeat, level }: { repeat: ReportRepeat; level: number }) => {
  const { title, instances, notes, commentPictures } = repeat;
  return (
    <section>
      <Heading level={level} title={title} />
      <Notes notes={notes} />
      <PictureRow ids={commentPictures} label={title} />
      {instances.length === 0 && <p className="report-below">–</p>}
      {instances.map((parts, index) => {
        const name = `${title} ${index + 1}`;
        return (
          <section key={name}>
            <Heading level={level + 1} title={name} />
            <ReportParts parts={parts} level={level + 2} />
          </section>
        );
      })}
    </section>
  );
};
