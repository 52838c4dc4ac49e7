import { useTranslation } from 'react-i18next';
import './ReportBody.css';
import { type Ref, useState } from 'react';
import { LargePicture } from '#inspector/evidence/LargePicture.tsx';
import type { ReportItem } from '#report/item-content.ts';
import type { DeviceReport } from './device-report.ts';
import { FailedAnswers } from './FailedAnswers.tsx';
import { PicturesProvider } from './pictures.ts';
import { ReportParts } from './ReportParts.tsx';

type ReportBodyProps = {
  report: DeviceReport;
  pictures: ReadonlyMap<string, Blob>;
  ref: Ref<HTMLElement>;
};

export const ReportBody = ({ report, pictures, ref }: ReportBodyProps) => {
  const { t } = useTranslation('report-screen');
  const [openId, setOpenId] = useState<string>();
  const { data, format, status, front, sets, pictureNumbers, exceedsLimits } = report;
  const { inspection, task } = data;
  const viewablePictures = [...pictures].map(([id, source]) => {
    const number = pictureNumbers.get(id);
    return {
      id,
      source,
      name: number === undefined ? data.uploads[id]!.fileName : format.t('picture', { number }),
    };
  });
  return (
    <PicturesProvider value={{ pictures, pictureNumbers, uploads: data.uploads, format, onShow: setOpenId }}>
      <article ref={ref} className="report" lang={data.language}>
        <p className="report-below">{format.t('report')}</p>
        <h2>{inspection.title}</h2>
        {status && (
          <div className="report-box" data-kind={status.kind}>
            <strong>{status.title}</strong>
            {status.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        )}
        {exceedsLimits && <p className="report-box">{t('tooMuch')}</p>}
        <dl className="report-front">
          {front.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <FailedAnswers report={report} />
        {task?.description && (
          <dl className="report-front">
            <div>
              <dt>{format.t('description')}</dt>
              <dd>{task.description}</dd>
            </div>
          </dl>
        )}
        {sets.map((set) => (
          <ItemSection key={set.itemId} set={set} addresses={data.addresses} />
        ))}
        <p className="report-foot">{t('shownAt', { time: format.formatDateTime(data.createdAt) })}</p>
      </article>
      <LargePicture pictures={viewablePictures} openId={openId} onOpen={setOpenId} />
    </PicturesProvider>
  );
};

type ItemSectionProps = { set: ReportItem; addresses: Readonly<Record<string, string>> };

const ItemSection = ({ set: { heading, parts }, addresses }: ItemSectionProps) => (
  <section className="report-set">
    {heading && (
      <>
        <h3>
          {heading.title} <span className="report-below">{heading.externalId}</span>
        </h3>
        <p className="report-below">{addresses[heading.itemId]}</p>
      </>
    )}
    <ReportParts parts={parts} level={heading ? 4 : 3} />
  </section>
);
