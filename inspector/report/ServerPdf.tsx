import { Text } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDevice, useStep } from '#inspector/frame/device.ts';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import { useStands } from '#inspector/frame/use-stands.ts';
import { readReport } from '#inspector/sync/read-report.ts';
import { Refused } from '#inspector/sync/server.ts';
import { FileActs } from './FileActs.tsx';
import { useReportWords } from './words.ts';

type Asking =
  | { kind: 'not yet'; fault?: string }
  | { kind: 'under way'; arrived: number; of: number | null }
  | { kind: 'there'; file: File };

type Props = {
  inspectionId: string;
  /** The name of the file. */
  name: string;
  language: 'en' | 'nl';
  /** What the server has not heard of the inspection. */
  unsent: number;
};

/** The report that the server makes, once it has everything; until then why not. */
export const ServerPdf = ({ inspectionId, name, language, unsent }: Props) => {
  const t = useReportWords();
  const { server } = useDevice();
  const [asking, setAsking] = useState<Asking>({ kind: 'not yet' });
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);
  const ask = async () => {
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    const show = (next: Asking) => !signal.aborted && setAsking(next);
    setAsking({ kind: 'under way', arrived: 0, of: null });
    try {
      const onProgress = (arrived: number, of: number | null) => show({ kind: 'under way', arrived, of });
      const bytes = await readReport(server, inspectionId, { language, signal, onProgress });
      show({ kind: 'there', file: new File([bytes], `${name}.pdf`, { type: 'application/pdf' }) });
    } catch (error) {
      const fault = error instanceof Refused ? t('refused', { message: error.message }) : t('unreachable');
      show({ kind: 'not yet', fault });
    }
  };
  const stop = () => {
    stopping.current.abort();
    setAsking({ kind: 'not yet' });
  };
  switch (asking.kind) {
    case 'there':
      return <FileActs file={asking.file} words={{ share: t('sharePdf'), save: t('savePdf') }} />;
    case 'under way':
      return (
        <>
          <Progress arrived={asking.arrived} of={asking.of} />
          <TouchButton variant="default" onClick={stop}>
            {t('stop')}
          </TouchButton>
        </>
      );
    case 'not yet':
      return (
        <UnlessObstructed inspectionId={inspectionId} unsent={unsent}>
          {asking.fault !== undefined && <Text role="alert">{asking.fault}</Text>}
          <TouchButton leftSection={<IconFileTypePdf aria-hidden />} onClick={() => void ask()}>
            {t('getPdf')}
          </TouchButton>
        </UnlessObstructed>
      );
  }
};

/** Says what has to happen first. */
const UnlessObstructed = ({
  inspectionId,
  unsent,
  children,
}: Pick<Props, 'inspectionId' | 'unsent'> & { children: ReactNode }) => {
  const t = useReportWords();
  const { connection } = useStep();
  const stand = useStands()?.get(inspectionId);
  if (stand?.kind === 'needs you')
    return (
      <>
        <Text role="status">{t('needsYou')}</Text>
        <TouchButton variant="default" renderRoot={(props) => <Link to="/sent" {...props} />}>
          {t('lookThere')}
        </TouchButton>
      </>
    );
  if (connection === 'silent') return <Text role="status">{t('noNetwork')}</Text>;
  if (unsent > 0) return <Text role="status">{t('unsent', { count: unsent })}</Text>;
  return children;
};

/** Nothing comes while the server makes it. */
const Progress = ({ arrived, of }: { arrived: number; of: number | null }) => {
  const t = useReportWords();
  const kilobytes = (bytes: number) => Math.ceil(bytes / 1_000);
  const saying =
    arrived === 0 || of === null
      ? t('making')
      : t('arrived', { arrived: kilobytes(arrived), of: kilobytes(of) });
  return (
    <>
      <Text role="status">{saying}</Text>
      <progress
        aria-label={t('pdf')}
        style={{ width: '100%' }}
        {...(arrived > 0 && of !== null && { value: arrived, max: of })}
      />
    </>
  );
};
