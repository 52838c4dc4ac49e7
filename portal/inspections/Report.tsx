import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { Inspection } from '#contract/inspection.ts';
import { currentLanguage, LANGUAGES } from '#kit/words.ts';
import { reportAddress } from '#portal/api/inspections.ts';
import { useMay } from '#portal/session/me.ts';
import classes from './Report.module.css';
import { Shares } from './Shares.tsx';
import { useInspectionWords } from './words.ts';

const route = getRouteApi('/inspections/$inspectionId');

/** The report as it is printed, and links by which others read it. */
export const Report = ({ inspection }: { inspection: Inspection }) => {
  const t = useInspectionWords();
  const { language = currentLanguage() } = route.useSearch();
  const navigate = route.useNavigate();
  // Made again when something was said or decided since.
  const stamp = `${inspection.revision}.${inspection.completion}.${inspection.approvedAt ?? ''}`;
  const address = reportAddress(inspection.id, language);
  return (
    <Stack>
      <Group>
        <SegmentedControl
          size="xs"
          aria-label={t('language')}
          value={language}
          onChange={(chosen) =>
            void navigate({ search: { tab: 'report', language: chosen as 'en' | 'nl' }, replace: true })
          }
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        />
        <Button
          component="a"
          size="xs"
          variant="default"
          href={address}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('download')}
        </Button>
        <Button
          component="a"
          size="xs"
          variant="default"
          href={address}
          target="_blank"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('openReport')}
        </Button>
      </Group>
      <iframe
        key={stamp}
        className={classes.report}
        // Not asked for where it is not shown.
        loading="lazy"
        src={address}
        title={t('reportOf', { title: inspection.title })}
      />
      {useMay('Inspections.Share') && <Shares inspection={inspection} />}
    </Stack>
  );
};
