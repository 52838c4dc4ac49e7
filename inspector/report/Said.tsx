import { createElement } from 'react';
import type { SaidAnswer, SaidPart, SaidRepeat } from '#report/said-parts.ts';
import { wordFile } from '#report/word-upload.ts';
import { Notes } from './Notes.tsx';
import { PictureRow } from './PictureRow.tsx';
import { usePictures } from './pictures.ts';
import { useReportWords } from './words.ts';

/** What was said, part by part: headings of sections, answers, entries of repeats. */
export const Said = ({ parts, level }: { parts: readonly SaidPart[]; level: number }) =>
  runsOf(parts).map((run, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: titles may be the same, and nothing here keeps anything
    <Run key={place} run={run} level={level} />
  ));

type Run = readonly SaidAnswer[] | Exclude<SaidPart, SaidAnswer>;

const Run = ({ run, level }: { run: Run; level: number }) => {
  if (!('kind' in run))
    return (
      <dl>
        {run.map((answer, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same
          <AnswerRow key={place} answer={answer} />
        ))}
      </dl>
    );
  if (run.kind === 'repeat') return <Repeat repeat={run} level={level} />;
  return (
    <section>
      <Heading level={level} title={run.title} />
      <Said parts={run.parts} level={level + 1} />
    </section>
  );
};

/** Answers that follow each other make one list. */
const runsOf = (parts: readonly SaidPart[]): readonly Run[] => {
  const runs: (SaidAnswer[] | Exclude<SaidPart, SaidAnswer>)[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (part.kind !== 'answer') runs.push(part);
    else if (Array.isArray(last)) last.push(part);
    else runs.push([part]);
  }
  return runs;
};

const INNERMOST = 6;

const Heading = ({ level, title }: { level: number; title: string }) =>
  createElement(`h${Math.min(level, INNERMOST)}`, null, title);

const AnswerRow = ({ answer }: { answer: SaidAnswer }) => {
  const { speech } = usePictures();
  const { type, label, uploads, hasFailed, notes, remarkPictures } = answer;
  return (
    <div className="report-row" data-failed={hasFailed || undefined}>
      <dt>{label}</dt>
      <dd>
        <AnswerText answer={answer} />
        {hasFailed && <span className="report-mark">{speech.words.failed}</span>}
        {(type === 'photo' || type === 'signature') && (
          <PictureRow ids={uploads} label={label} isSignature={type === 'signature'} />
        )}
        <Notes notes={notes} />
        <PictureRow ids={remarkPictures} label={label} />
      </dd>
    </div>
  );
};

const AnswerText = ({ answer: { type, text, uploads } }: { answer: SaidAnswer }) => {
  const t = useReportWords();
  const { speech, uploads: known } = usePictures();
  const [upload] = uploads;
  if (upload !== undefined && type === 'file') {
    const file = known[upload];
    return <span className="report-text">{file ? wordFile(file, speech) : t('notHere')}</span>;
  }
  // Pictures and signatures speak for themselves.
  if (upload !== undefined) return null;
  return <span className="report-text">{text || '–'}</span>;
};

const Repeat = ({ repeat, level }: { repeat: SaidRepeat; level: number }) => {
  const { title, entries, notes, remarkPictures } = repeat;
  return (
    <section>
      <Heading level={level} title={title} />
      <Notes notes={notes} />
      <PictureRow ids={remarkPictures} label={title} />
      {entries.length === 0 && <p className="report-below">–</p>}
      {entries.map((parts, place) => {
        const name = `${title} ${place + 1}`;
        return (
          <section key={name}>
            <Heading level={level + 1} title={name} />
            <Said parts={parts} level={level + 2} />
          </section>
        );
      })}
    </section>
  );
};
