import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Inspection } from '#contract/inspection.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { thumbnailUrl, uploadUrl } from '#portal/api/inspections.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import classes from './AnswerValue.module.css';
import { type AnswerLabels, formatAnswer } from './format-answer.ts';
import { listUploadIds } from './list-pictures.ts';

const UPLOAD_TYPES: readonly string[] = ['photo', 'signature', 'file'];

type Uploads = Inspection['uploads'];

type Props = {
  field: Pick<Field, 'type' | 'choices'>;
  label: string;
  value: unknown;
  uploads: Uploads;
  emptyText: string;
};

export const AnswerValue = ({ field, label, value, uploads, emptyText }: Props) => {
  const labels = useAnswerLabels();
  const ids = UPLOAD_TYPES.includes(field.type) ? listUploadIds(value) : [];
  if (ids.length > 0) return <UploadList ids={ids} label={label} uploads={uploads} />;
  const text = formatAnswer(field, value, currentLanguage(), labels);
  return text === '' ? <DimmedText>{emptyText}</DimmedText> : <Text className={classes.text}>{text}</Text>;
};

const useAnswerLabels = (): AnswerLabels => {
  const { t } = useTranslation('inspections');
  return {
    yes: t('yes'),
    no: t('no'),
    formatLocation: ({ accuracy, ...position }) =>
      accuracy === undefined ? t('location', position) : t('locationWithin', { ...position, accuracy }),
  };
};

type UploadListProps = { ids: readonly string[]; label: string; uploads: Uploads };

export const UploadList = ({ ids, label, uploads }: UploadListProps) => {
  const { t } = useTranslation('inspections');
  return (
    <Group gap="xs">
      {ids.map((id, index) => {
        const upload = uploads.find((candidate) => candidate.id === id);
        const name = t('picture', { number: index + 1, label });
        if (!upload)
          return (
            <DimmedText key={id} className={classes.missing}>
              {t('notUploaded')}
            </DimmedText>
          );
        return upload.hasThumbnail ? (
          <AnchorLink
            key={id}
            from="/inspections/$inspectionId"
            to="."
            search={(search) => ({ ...search, picture: id })}
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
