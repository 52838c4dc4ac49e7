import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFile } from '#report/format-upload.ts';
import type { ReportAnswer, ReportPart, ReportRepeat } from '#report/item-content.ts';
import { Notes } from './Notes.tsx';
import { PictureRow } from './PictureRow.tsx';
import { usePictures } from './pictures.ts';

export const ReportParts = ({ parts, level }: { parts: readonly ReportPart[]; level: number }) =>
  groupRuns(parts).map((run, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: titles may be the same, and parts have no state
    <Run key={index} run={run} level={level} />
  ));

/** Consecutive answers, or a section or repeat. */
type Run = readonly ReportAnswer[] | Exclude<ReportPart, ReportAnswer>;

const Run = ({ run, level }: { run: Run; level: number }) => {
  if (!('kind' in run))
    return (
      <dl>
        {run.map((answer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: labels may be the same, and rows have no state
          <AnswerRow key={index} answer={answer} />
        ))}
      </dl>
    );
  if (run.kind === 'repeat') return <Repeat repeat={run} level={level} />;
  return (
    <section>
      <Heading level={level} title={run.title} />
      <ReportParts parts={run.parts} level={level + 1} />
    </section>
  );
};

const groupRuns = (parts: readonly ReportPart[]): readonly Run[] => {
  const runs: (ReportAnswer[] | Exclude<ReportPart, ReportAnswer>)[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (part.kind !== 'answer') runs.push(part);
    else if (Array.isArray(last)) last.push(part);
    else runs.push([part]);
  }
  return runs;
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
  const { title, entries, notes, commentPictures } = repeat;
  return (
    <section>
      <Heading level={level} title={title} />
      <Notes notes={notes} />
      <PictureRow ids={commentPictures} label={title} />
      {entries.length === 0 && <p className="report-below">–</p>}
      {entries.map((parts, index) => {
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
