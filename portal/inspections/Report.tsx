import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '#contract/inspection.ts';
import { getLanguageName, LANGUAGES, type Language } from '#i18n/languages.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { IconExternalLink } from '#kit/icons/icons.ts';
import { reportUrl } from '#portal/api/inspections.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { DownloadButton } from '#portal/ui/DownloadButton.tsx';
import classes from './Report.module.css';
import { Shares } from './Shares.tsx';

const route = getRouteApi('/inspections/$inspectionId');

export const Report = ({ inspection }: { inspection: Inspection }) => {
  const { t } = useTranslation('inspections');
  const { language = currentLanguage() } = route.useSearch();
  const navigate = route.useNavigate();
  // Reloads the report when the answers or the review change.
  const version = `${inspection.revision}.${inspection.completion}.${inspection.approvedAt ?? ''}`;
  const url = reportUrl(inspection.id, language);
  return (
    <Stack>
      <Group>
        <SegmentedControl
          size="xs"
          aria-label={t('language')}
          value={language}
          onChange={(value) =>
            void navigate({ search: { tab: 'report', language: value as Language }, replace: true })
          }
          data={LANGUAGES.map((value) => ({ value, label: getLanguageName(value) }))}
        />
        <DownloadButton size="xs" href={url} label={t('download')} />
        <Button
          component="a"
          size="xs"
          variant="default"
          href={url}
          target="_blank"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('openReport')}
        </Button>
      </Group>
      <iframe
        key={version}
        className={classes.report}
        // Not loaded on screens that hide the frame.
        loading="lazy"
        src={url}
        title={t('reportOf', { title: inspection.title })}
      />
      {useHasPermission('Inspections.Share') && <Shares inspection={inspection} />}
    </Stack>
  );
};
