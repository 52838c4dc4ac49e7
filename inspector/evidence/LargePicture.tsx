import { ActionIcon, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconArrowLeft, IconArrowRight, IconPencil, IconTrash } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import { useSteps } from '#kit/use-steps.ts';
import classes from './LargePicture.module.css';
import type { ShownPicture } from './shown-picture.ts';
import { useObjectUrl } from './use-object-url.ts';

/** A full-screen picture, with buttons for the previous and next ones. */
export const LargePicture = ({
  pictures,
  shown,
  onShow,
  onAnnotate,
  onRemove,
}: {
  pictures: readonly ShownPicture[];
  shown: string | undefined;
  onShow: (id: string | undefined) => void;
  onAnnotate?: (id: string) => void;
  onRemove?: (id: string) => void;
}) => {
  const { t } = useTranslation('evidence');
  const { index, step } = useSteps(
    pictures.map(({ id }) => id),
    shown,
    onShow,
  );
  const picture = pictures[index];
  if (!picture) return null;
  const { id, name, source } = picture;
  const leaveFor = (act: (id: string) => void) => () => {
    onShow(undefined);
    act(id);
  };
  return (
    <Modal
      opened
      onClose={() => onShow(undefined)}
      fullScreen
      title={name}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('close'), size: 48, iconSize: 24 }}
      classNames={{ content: classes.content, body: classes.body, title: classes.title }}
    >
      <div className={classes.stage}>
        {source instanceof Blob && <Picture key={id} source={source} name={name} />}
        {source === 'on server' && <Text p="md">{t('onServer')}</Text>}
      </div>
      <div className={classes.actions}>
        {pictures.length > 1 && (
          <div className={classes.steps}>
            <ActionIcon
              size={50}
              variant="default"
              disabled={index === 0}
              onClick={() => step(-1)}
              aria-label={t('previous')}
            >
              <IconArrowLeft size={24} aria-hidden />
            </ActionIcon>
            <Text size="sm" role="status">
              {t('pictureOf', { number: index + 1, count: pictures.length })}
            </Text>
            <ActionIcon
              size={50}
              variant="default"
              disabled={index === pictures.length - 1}
              onClick={() => step(1)}
              aria-label={t('next')}
            >
              <IconArrowRight size={24} aria-hidden />
            </ActionIcon>
          </div>
        )}
        {onAnnotate && source instanceof Blob && (
          <OutboxAction word="drawOn" Icon={IconPencil} onAct={leaveFor(onAnnotate)} />
        )}
        {onRemove && <OutboxAction word="remove" Icon={IconTrash} onAct={leaveFor(onRemove)} />}
      </div>
    </Modal>
  );
};

const Picture = ({ source, name }: { source: Blob; name: string }) => (
  <img className={classes.picture} src={useObjectUrl(source)} alt={name} decoding="async" />
);

const OutboxAction = ({
  word,
  Icon,
  onAct,
}: {
  word: 'drawOn' | 'remove';
  Icon: typeof IconPencil;
  onAct: () => void;
}) => {
  const { t } = useTranslation('evidence');
  return (
    <TouchButton variant="default" leftSection={<Icon size={24} aria-hidden />} onClick={onAct}>
      {t(word)}
    </TouchButton>
  );
};
