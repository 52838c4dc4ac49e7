import { Loader, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#i18n/languages.ts';
import { createHtmlReport } from './create-html-report.ts';
import { FileActions } from './FileActions.tsx';

type Props = {
  name: string;
  title: string;
  language: Language;
  pictures: ReadonlyMap<string, Blob>;
  getReportElement: () => HTMLElement;
};

/** The report as an HTML file, created in advance because browsers only allow sharing right after a tap. */
export const HtmlReport = (props: Props) => {
  const { t } = useTranslation('report-screen');
  const [file, setFile] = useState<File>();
  const [hasFailed, setFailed] = useState(false);
  const latestProps = useRef(props);
  latestProps.current = props;
  useEffect(() => {
    const { getReportElement, name, ...page } = latestProps.current;
    createHtmlReport(getReportElement(), page).then(
      (html) => setFile(new File([html], `${name}.html`, { type: 'text/html' })),
      () => setFailed(true),
    );
  }, []);
  if (hasFailed) return <Text role="alert">{t('unreadable')}</Text>;
  if (!file) return <Loader aria-label={t('preparing')} />;
  return (
    <FileActions file={file} labels={{ share: t('sharePage'), save: t('savePage') }} variant="default" />
  );
};
