import './Sheet.css';
import { type Ref, useState } from 'react';
import { LargePicture } from '#inspector/evidence/LargePicture.tsx';
import type { SaidSet } from '#report/said-set.ts';
import { FailedAnswers } from './FailedAnswers.tsx';
import { PicturesProvider } from './pictures.ts';
import { Said } from './Said.tsx';
import type { ToldReport } from './told-report.ts';
import { useReportWords } from './words.ts';

/** What the inspector found, for whoever stands beside: nothing of it is asked of a server. */
export const ReportSheet = ({
  told,
  pictures,
  ref,
}: {
  told: ToldReport;
  /** Those that lie on the device. */
  pictures: ReadonlyMap<string, Blob>;
  ref: Ref<HTMLElement>;
}) => {
  const t = useReportWords();
  const [shown, setShown] = useState<string>();
  const { facts, speech, standing, front, sets, numbers, isTooMuch } = told;
  const { inspection, task } = facts;
  const { words } = speech;
  const large = [...pictures].map(([id, source]) => {
    const number = numbers.get(id);
    return { id, source, name: number === undefined ? facts.uploads[id]!.fileName : words.picture(number) };
  });
  return (
    <PicturesProvider value={{ pictures, numbers, uploads: facts.uploads, speech, onShow: setShown }}>
      <article ref={ref} className="report" lang={facts.language}>
        <p className="report-below">{words.report}</p>
        <h2>{inspection.title}</h2>
        {standing && (
          <div className="report-box" data-kind={standing.kind}>
            <strong>{standing.title}</strong>
            {standing.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        )}
        {isTooMuch && <p className="report-box">{t('tooMuch')}</p>}
        <dl className="report-front">
          {front.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <FailedAnswers told={told} />
        {task?.description && (
          <dl className="report-front">
            <div>
              <dt>{words.description}</dt>
              <dd>{task.description}</dd>
            </div>
          </dl>
        )}
        {sets.map((set) => (
          <SetOfOne key={set.itemId} set={set} addresses={facts.addresses} />
        ))}
        <p className="report-foot">{t('shownAt', { moment: speech.moment(facts.madeAt) })}</p>
      </article>
      {shown !== undefined && <LargePicture pictures={large} shown={shown} onShow={setShown} />}
    </PicturesProvider>
  );
};

const SetOfOne = ({
  set: { heading, parts },
  addresses,
}: {
  set: SaidSet;
  addresses: Readonly<Record<string, string>>;
}) => (
  <section className="report-set">
    {heading && (
      <>
        <h3>
          {heading.title} <span className="report-below">{heading.externalId}</span>
        </h3>
        <p className="report-below">{addresses[heading.itemId]}</p>
      </>
    )}
    <Said parts={parts} level={heading ? 4 : 3} />
  </section>
);
