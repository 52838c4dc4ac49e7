import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import i18next from 'i18next';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createTranslator } from '#i18n/translator.ts';
import { useDevice } from '#inspector/device/device.ts';
import { MissingInspection } from '#inspector/page/MissingInspection.tsx';
import { Page } from '#inspector/page/Page.tsx';
import { currentLanguage } from '#kit/current-language.ts';
import { IconButton } from '#kit/IconButton.tsx';
import { IconShare } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import { buildReport } from './device-report.ts';
import { ReportBody } from './ReportBody.tsx';
import classes from './ReportPage.module.css';
import { type ReportSource, readReportSource } from './report-data-on-device.ts';
import { ShareDrawer } from './ShareDrawer.tsx';
import { usePictureFiles } from './use-picture-files.ts';

const route = getRouteApi('/inspections/$inspectionId/report');

export const ReportPage = () => {
  const { store } = useDevice();
  const { inspectionId } = route.useParams();
  const source = useLiveQuery(() => readReportSource(store, inspectionId), [store, inspectionId]);
  if (source === undefined) return null;
  return source === null ? <MissingInspection /> : <ReportView source={source} />;
};

const ReportView = ({ source }: { source: ReportSource }) => {
  const { t } = useTranslation('report-screen');
  const { store, owner } = useDevice();
  const language = currentLanguage();
  const report = useMemo(
    () =>
      buildReport(source, {
        owner,
        language,
        now: store.now(),
        t: createTranslator(language, i18next.getResourceBundle(language, 'report')),
      }),
    [source, owner, language, store],
  );
  const pictures = usePictureFiles(source);
  const reportElement = useRef<HTMLElement>(null);
  const [isSharing, setSharing] = useState(false);
  if (!pictures) return null;
  const openDrawer = () => setSharing(true);
  return (
    <Page
      title={t('report')}
      hasBackButton
      actions={
        <IconButton Icon={IconShare} label={t('share')} size={44} variant="subtle" onClick={openDrawer} />
      }
    >
      <div className={classes.page}>
        <ReportBody ref={reportElement} report={report} pictures={pictures} />
        <TouchButton className={classes.actions} leftSection={<IconShare aria-hidden />} onClick={openDrawer}>
          {t('share')}
        </TouchButton>
      </div>
      <ShareDrawer
        isOpen={isSharing}
        onClose={() => setSharing(false)}
        {...{ source, pictures, language }}
        getReportElement={() => reportElement.current!}
      />
    </Page>
  );
};
