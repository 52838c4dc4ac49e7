import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Language } from '#i18n/languages.ts';
import { BottomDrawer } from '#kit/BottomDrawer.tsx';
import { IconPrinter } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import { createReportFileName } from '#report/report-file-name.ts';
import { HtmlReport } from './HtmlReport.tsx';
import type { ReportSource } from './report-data-on-device.ts';
import { ServerPdf } from './ServerPdf.tsx';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  source: ReportSource;
  pictures: ReadonlyMap<string, Blob>;
  language: Language;
  getReportElement: () => HTMLElement;
};

export const ShareDrawer = ({ isOpen, onClose, source, pictures, language, getReportElement }: Props) => {
  const { t } = useTranslation('report-screen');
  const { inspection, outboxEntries } = source;
  const name = createReportFileName(inspection);
  const print = () => {
    onClose();
    // Waits for the drawer to close, so that it is not printed.
    requestAnimationFrame(() => printAs(name));
  };
  return (
    <BottomDrawer isOpen={isOpen} onClose={onClose} title={t('share')} closeLabel={t('close')}>
      <Stack gap="xl">
        <Stack gap="xs" component="section">
          <Title order={3}>{t('pdf')}</Title>
          <Text c="dimmed">{t('pdfHint')}</Text>
          <ServerPdf
            inspectionId={inspection.id}
            unsentCount={outboxEntries.length}
            {...{ name, language }}
          />
        </Stack>
        <Stack gap="xs" component="section">
          <Title order={3}>{t('page')}</Title>
          <Text c="dimmed">{t('pageHint')}</Text>
          <HtmlReport {...{ name, language, pictures, getReportElement }} title={inspection.title} />
          <TouchButton variant="default" leftSection={<IconPrinter aria-hidden />} onClick={print}>
            {t('print')}
          </TouchButton>
        </Stack>
      </Stack>
    </BottomDrawer>
  );
};

/** Prints the page. Browsers name the PDF file after the document's title. */
const printAs = (name: string) => {
  const { title } = document;
  document.title = name;
  window.print();
  document.title = title;
};
