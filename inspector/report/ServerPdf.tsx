import { Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#i18n/languages.ts';
import { useDevice, useSyncState } from '#inspector/device/device.ts';
import { useSyncStatuses } from '#inspector/device/use-sync-statuses.ts';
import { TouchLink } from '#inspector/page/TouchLink.tsx';
import { RequestRejectedError } from '#inspector/sync/server-client.ts';
import { IconFileTypePdf } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import { FileActions } from './FileActions.tsx';

type Download =
  | { kind: 'idle'; problem?: string }
  | { kind: 'downloading'; received: number; total: number | null }
  | { kind: 'ready'; file: File };

type Props = {
  inspectionId: string;
  name: string;
  language: Language;
  unsentCount: number;
};

export const ServerPdf = ({ inspectionId, name, language, unsentCount }: Props) => {
  const { t } = useTranslation('report-screen');
  const { client } = useDevice();
  const [download, setDownload] = useState<Download>({ kind: 'idle' });
  const abortController = useRef(new AbortController());
  useEffect(() => () => abortController.current.abort(), []);
  const startDownload = async () => {
    abortController.current = new AbortController();
    const { signal } = abortController.current;
    const show = (newDownload: Download) => !signal.aborted && setDownload(newDownload);
    setDownload({ kind: 'downloading', received: 0, total: null });
    try {
      const onProgress = (received: number, total: number | null) =>
        show({ kind: 'downloading', received, total });
      const bytes = await client.downloadFile(`/api/v1/inspections/${inspectionId}/report.pdf`, {
        query: { language },
        ...{ signal, onProgress },
      });
      show({ kind: 'ready', file: new File([bytes], `${name}.pdf`, { type: 'application/pdf' }) });
    } catch (error) {
      const problem =
        error instanceof RequestRejectedError
          ? t('serverError', { message: error.message })
          : t('unreachable');
      show({ kind: 'idle', problem });
    }
  };
  const cancelDownload = () => {
    abortController.current.abort();
    setDownload({ kind: 'idle' });
  };
  switch (download.kind) {
    case 'ready':
      return <FileActions file={download.file} labels={{ share: t('sharePdf'), save: t('savePdf') }} />;
    case 'downloading':
      return (
        <>
          <Progress {...download} />
          <TouchButton variant="default" onClick={cancelDownload}>
            {t('cancel')}
          </TouchButton>
        </>
      );
    case 'idle':
      return (
        <PdfAvailability inspectionId={inspectionId} unsentCount={unsentCount}>
          {download.problem !== undefined && <Text role="alert">{download.problem}</Text>}
          <TouchButton leftSection={<IconFileTypePdf aria-hidden />} onClick={() => void startDownload()}>
            {t('getPdf')}
          </TouchButton>
        </PdfAvailability>
      );
  }
};

/** Renders its children if the PDF can be downloaded, otherwise the reason it cannot. */
const PdfAvailability = ({
  inspectionId,
  unsentCount,
  children,
}: Pick<Props, 'inspectionId' | 'unsentCount'> & { children: ReactNode }) => {
  const { t } = useTranslation('report-screen');
  const { connection } = useSyncState();
  const syncStatus = useSyncStatuses()?.get(inspectionId);
  if (syncStatus?.kind === 'error')
    return (
      <>
        <Text role="status">{t('rejected')}</Text>
        <TouchLink variant="default" to="/sent">
          {t('showProblem')}
        </TouchLink>
      </>
    );
  if (connection === 'offline') return <Text role="status">{t('offline')}</Text>;
  if (unsentCount > 0) return <Text role="status">{t('unsent', { count: unsentCount })}</Text>;
  return children;
};

/** A progress bar, indeterminate while the server creates the PDF. */
const Progress = ({ received, total }: { received: number; total: number | null }) => {
  const { t } = useTranslation('report-screen');
  const toKilobytes = (bytes: number) => Math.ceil(bytes / 1_000);
  const message =
    received === 0 || total === null
      ? t('creating')
      : t('arrived', { received: toKilobytes(received), total: toKilobytes(total) });
  return (
    <>
      <Text role="status">{message}</Text>
      <progress
        aria-label={t('pdf')}
        style={{ width: '100%' }}
        {...(received > 0 && total !== null && { value: received, max: total })}
      />
    </>
  );
};
