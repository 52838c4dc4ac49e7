import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#i18n/languages.ts';
import { useDevice, useSyncState } from '#inspector/device/device.ts';
import { useSyncStatuses } from '#inspector/device/use-sync-statuses.ts';
import { readReport } from '#inspector/sync/read-report.ts';
import { RequestRejectedError } from '#inspector/sync/server.ts';
import { IconFileTypePdf } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import { FileActions } from './FileActions.tsx';

type Download =
  | { kind: 'idle'; problem?: string }
  | { kind: 'downloading'; arrived: number; of: number | null }
  | { kind: 'ready'; file: File };

type Props = {
  inspectionId: string;
  /** The name of the file. */
  name: string;
  language: Language;
  /** Number of unsent actions. */
  unsent: number;
};

/** The report as a PDF from the server, which must have all data first. */
export const ServerPdf = ({ inspectionId, name, language, unsent }: Props) => {
  const { t } = useTranslation('report-screen');
  const { server } = useDevice();
  const [download, setDownload] = useState<Download>({ kind: 'idle' });
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);
  const request = async () => {
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    const show = (next: Download) => !signal.aborted && setDownload(next);
    setDownload({ kind: 'downloading', arrived: 0, of: null });
    try {
      const onProgress = (arrived: number, of: number | null) => show({ kind: 'downloading', arrived, of });
      const bytes = await readReport(server, inspectionId, { language, signal, onProgress });
      show({ kind: 'ready', file: new File([bytes], `${name}.pdf`, { type: 'application/pdf' }) });
    } catch (error) {
      const problem =
        error instanceof RequestRejectedError
          ? t('serverError', { message: error.message })
          : t('unreachable');
      show({ kind: 'idle', problem });
    }
  };
  const stop = () => {
    stopping.current.abort();
    setDownload({ kind: 'idle' });
  };
  switch (download.kind) {
    case 'ready':
      return <FileActions file={download.file} words={{ share: t('sharePdf'), save: t('savePdf') }} />;
    case 'downloading':
      return (
        <>
          <Progress arrived={download.arrived} of={download.of} />
          <TouchButton variant="default" onClick={stop}>
            {t('cancel')}
          </TouchButton>
        </>
      );
    case 'idle':
      return (
        <UnlessBlocked inspectionId={inspectionId} unsent={unsent}>
          {download.problem !== undefined && <Text role="alert">{download.problem}</Text>}
          <TouchButton leftSection={<IconFileTypePdf aria-hidden />} onClick={() => void request()}>
            {t('getPdf')}
          </TouchButton>
        </UnlessBlocked>
      );
  }
};

/** Shows why the PDF cannot be downloaded yet. */
const UnlessBlocked = ({
  inspectionId,
  unsent,
  children,
}: Pick<Props, 'inspectionId' | 'unsent'> & { children: ReactNode }) => {
  const { t } = useTranslation('report-screen');
  const { connection } = useSyncState();
  const syncStatus = useSyncStatuses()?.get(inspectionId);
  if (syncStatus?.kind === 'error')
    return (
      <>
        <Text role="status">{t('rejected')}</Text>
        <TouchButton variant="default" renderRoot={(props) => <Link to="/sent" {...props} />}>
          {t('showProblem')}
        </TouchButton>
      </>
    );
  if (connection === 'offline') return <Text role="status">{t('offline')}</Text>;
  if (unsent > 0) return <Text role="status">{t('unsent', { count: unsent })}</Text>;
  return children;
};

/** There is no progress while the server creates the PDF. */
const Progress = ({ arrived, of }: { arrived: number; of: number | null }) => {
  const { t } = useTranslation('report-screen');
  const kilobytes = (bytes: number) => Math.ceil(bytes / 1_000);
  const message =
    arrived === 0 || of === null
      ? t('creating')
      : t('arrived', { arrived: kilobytes(arrived), of: kilobytes(of) });
  return (
    <>
      <Text role="status">{message}</Text>
      <progress
        aria-label={t('pdf')}
        style={{ width: '100%' }}
        {...(arrived > 0 && of !== null && { value: arrived, max: of })}
      />
    </>
  );
};
