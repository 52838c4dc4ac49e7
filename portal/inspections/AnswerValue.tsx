import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '#contract/inspection.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { currentLanguage } from '#kit/language.ts';
import { thumbnailUrl, uploadUrl } from '#portal/api/inspections.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import classes from './AnswerValue.module.css';
import { formatAnswer } from './format-answer.ts';
import { idsOf } from './list-pictures.ts';

const UPLOADED: readonly string[] = ['photo', 'signature', 'file'];

type Uploads = Inspection['uploads'];

/** An answer as text, or as thumbnails for pictures. */
export const AnswerValue = ({
  field,
  label,
  value,
  uploads,
  whenNone,
}: {
  field: Pick<Field, 'type' | 'choices'>;
  label: string;
  value: unknown;
  uploads: Uploads;
  whenNone: string;
}) => {
  const words = useAnswerWords();
  const ids = UPLOADED.includes(field.type) ? idsOf(value) : [];
  if (ids.length > 0) return <Uploaded ids={ids} label={label} uploads={uploads} />;
  const text = formatAnswer(field, value, currentLanguage(), words);
  return text === '' ? (
    <Text size="sm" c="dimmed">
      {whenNone}
    </Text>
  ) : (
    <Text className={classes.text}>{text}</Text>
  );
};

const useAnswerWords = () => {
  const { t } = useTranslation('inspections');
  return {
    yes: t('yes'),
    no: t('no'),
    location: ({ accuracy, ...position }: { latitude: number; longitude: number; accuracy?: number }) =>
      accuracy === undefined ? t('location', position) : t('locationWithin', { ...position, accuracy }),
  };
};

/** Pictures open in a lightbox. Other files are downloaded. */
export const Uploaded = ({
  ids,
  label,
  uploads,
}: {
  ids: readonly string[];
  label: string;
  uploads: Uploads;
}) => {
  const { t } = useTranslation('inspections');
  return (
    <Group gap="xs">
      {ids.map((id, place) => {
        const upload = uploads.find((each) => each.id === id);
        const name = t('picture', { number: place + 1, label });
        if (!upload)
          return (
            <Text key={id} size="sm" c="dimmed" className={classes.waiting}>
              {t('notArrived')}
            </Text>
          );
        return upload.hasThumbnail ? (
          <AnchorLink
            key={id}
            from="/inspections/$inspectionId"
            to="."
            search={(before) => ({ ...before, picture: id })}
            resetScroll={false}
            className={classes.thumbnail}
          >
            <img
              src={thumbnailUrl(upload)}
              alt={name}
              loading="lazy"
              width={upload.width ?? undefined}
              height={upload.height ?? undefined}
            />
          </AnchorLink>
        ) : (
          <a key={id} href={uploadUrl(upload)} download>
            {upload.filename}
          </a>
        );
      })}
    </Group>
  );
};
