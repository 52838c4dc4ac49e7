import { ActionIcon } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo, useRef, useState } from 'react';
import { useDevice } from '#inspector/frame/device.ts';
import { Frame } from '#inspector/frame/Frame.tsx';
import { MissingInspection } from '#inspector/frame/MissingInspection.tsx';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import { currentLanguage } from '#kit/words.ts';
import type { KeptReport } from './facts-on-device.ts';
import { HandOn } from './HandOn.tsx';
import classes from './ReportPage.module.css';
import { ReportSheet } from './ReportSheet.tsx';
import { readKept } from './read-kept.ts';
import { toldReport } from './told-report.ts';
import { usePictureFiles } from './use-picture-files.ts';
import { useReportWords } from './words.ts';

const route = getRouteApi('/inspections/$inspectionId/report');

/** The report of an inspection as far as it lies on the device, under way or complete; and ways to hand it on. */
export const ReportPage = () => {
  const { store } = useDevice();
  const { inspectionId } = route.useParams();
  const kept = useLiveQuery(() => readKept(store, inspectionId), [store, inspectionId]);
  if (kept === undefined) return null;
  return kept === null ? <MissingInspection /> : <Shown kept={kept} />;
};

const Shown = ({ kept }: { kept: KeptReport }) => {
  const t = useReportWords();
  const { store, owner } = useDevice();
  const language = currentLanguage();
  const told = useMemo(
    () => toldReport(kept, { owner, language, now: store.now() }),
    [kept, owner, language, store],
  );
  const pictures = usePictureFiles(kept);
  const sheet = useRef<HTMLElement>(null);
  const [isHandingOn, setHandingOn] = useState(false);
  if (!pictures) return null;
  const open = () => setHandingOn(true);
  return (
    <Frame
      title={t('report')}
      isInside
      acts={
        <ActionIcon size={44} variant="subtle" aria-label={t('handOn')} onClick={open}>
          <IconShare aria-hidden />
        </ActionIcon>
      }
    >
      <div className={classes.page}>
        <ReportSheet ref={sheet} told={told} pictures={pictures} />
        <TouchButton className={classes.acts} leftSection={<IconShare aria-hidden />} onClick={open}>
          {t('handOn')}
        </TouchButton>
      </div>
      <HandOn
        isOpen={isHandingOn}
        onClose={() => setHandingOn(false)}
        {...{ kept, pictures, language }}
        sheet={() => sheet.current!}
      />
    </Frame>
  );
};
