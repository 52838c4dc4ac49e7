import { Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#kit/date-time-format.ts';
import { IconArrowLeft, IconArrowRight } from '#kit/icons/icons.ts';
import { useSteps } from '#kit/use-steps.ts';
import { uploadUrl } from '#portal/api/inspections.ts';
import { useNames } from '#portal/people/use-names.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { IconButton } from '#portal/ui/IconButton.tsx';
import classes from './Lightbox.module.css';
import type { Picture } from './list-pictures.ts';

type Props = {
  pictures: readonly Picture[];
  selectedId: string | undefined;
  onSelect: (id: string | undefined) => void;
};

export const Lightbox = ({ pictures, selectedId, onSelect }: Props) => {
  const { t } = useTranslation('inspections');
  const { index, step } = useSteps(
    pictures.map(({ upload }) => upload.id),
    selectedId,
    onSelect,
  );
  const picture = pictures[index];
  return (
    <Modal
      opened={picture !== undefined}
      onClose={() => onSelect(undefined)}
      fullScreen
      title={picture?.label}
    >
      {picture && (
        <Stack gap="xs" align="center">
          <img className={classes.picture} src={uploadUrl(picture.upload)} alt={picture.label} />
          <Group gap="sm">
            <IconButton
              icon={IconArrowLeft}
              variant="default"
              label={t('previousPicture')}
              disabled={index === 0}
              onClick={() => step(-1)}
            />
            <Text size="sm" role="status">
              {t('pictureOf', { number: index + 1, count: pictures.length })}
            </Text>
            <IconButton
              icon={IconArrowRight}
              variant="default"
              label={t('nextPicture')}
              disabled={index === pictures.length - 1}
              onClick={() => step(1)}
            />
          </Group>
          <CameraFacts picture={picture} />
        </Stack>
      )}
    </Modal>
  );
};

const CameraFacts = ({ picture: { upload } }: { picture: Picture }) => {
  const { t } = useTranslation('inspections');
  const formatName = useNames();
  const { takenAt, position, receivedAt, userName } = upload;
  return (
    <DimmedText ta="center">
      {[
        takenAt !== null && t('takenAt', { time: formatDateTime(takenAt) }),
        position !== null && t('position', position),
        receivedAt !== null &&
          t('uploadedBy', { name: formatName(userName), time: formatDateTime(receivedAt) }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </DimmedText>
  );
};
