import { Drawer, Stack, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import { reportFileName } from '#report/report-file-name.ts';
import type { KeptReport } from './facts-on-device.ts';
import classes from './HandOn.module.css';
import { PageFile } from './PageFile.tsx';
import { ServerPdf } from './ServerPdf.tsx';
import { useReportWords } from './words.ts';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  kept: KeptReport;
  pictures: ReadonlyMap<string, Blob>;
  language: 'en' | 'nl';
  /** The element with what is shown. */
  sheet: () => HTMLElement;
};

/** Every way in which somebody gets the report, each with what it takes. */
export const HandOn = ({ isOpen, onClose, kept, pictures, language, sheet }: Props) => {
  const t = useReportWords();
  const { inspection, commands } = kept;
  const name = reportFileName(inspection);
  const print = () => {
    onClose();
    // Once the drawer is gone; what is saved then is called as the title is.
    requestAnimationFrame(() => printAs(name));
  };
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="bottom"
      size="auto"
      classNames={{ content: classes.low! }}
      title={t('handOn')}
      closeButtonProps={{ 'aria-label': t('close'), size: 44 }}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="xl">
        <Stack gap="xs" component="section">
          <Title order={3}>{t('pdf')}</Title>
          <Text c="dimmed">{t('pdfHint')}</Text>
          <ServerPdf inspectionId={inspection.id} unsent={commands.length} {...{ name, language }} />
        </Stack>
        <Stack gap="xs" component="section">
          <Title order={3}>{t('page')}</Title>
          <Text c="dimmed">{t('pageHint')}</Text>
          <PageFile {...{ name, language, pictures, sheet }} title={inspection.title} />
          <TouchButton variant="default" leftSection={<IconPrinter aria-hidden />} onClick={print}>
            {t('print')}
          </TouchButton>
        </Stack>
      </Stack>
    </Drawer>
  );
};

const printAs = (name: string) => {
  const { title } = document;
  document.title = name;
  window.print();
  document.title = title;
};
