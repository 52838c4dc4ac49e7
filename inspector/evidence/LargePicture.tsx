import { ActionIcon, Modal, Text } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconPencil, IconTrash } from '@tabler/icons-react';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import { useSteps } from '#kit/use-steps.ts';
import classes from './LargePicture.module.css';
import type { ShownPicture } from './shown-picture.ts';
import { useObjectAddress } from './use-object-address.ts';
import { useEvidenceWords } from './words.ts';

/** One picture as large as the screen; arrows lead to the others. */
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
  const t = useEvidenceWords();
  const { place, step } = useSteps(
    pictures.map(({ id }) => id),
    shown,
    onShow,
  );
  const picture = pictures[place];
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
        {source === 'elsewhere' && <Text p="md">{t('elsewhere')}</Text>}
      </div>
      <div className={classes.acts}>
        {pictures.length > 1 && (
          <div className={classes.steps}>
            <ActionIcon
              size={50}
              variant="default"
              disabled={place === 0}
              onClick={() => step(-1)}
              aria-label={t('previous')}
            >
              <IconArrowLeft size={24} aria-hidden />
            </ActionIcon>
            <Text size="sm" role="status">
              {t('pictureOf', { number: place + 1, count: pictures.length })}
            </Text>
            <ActionIcon
              size={50}
              variant="default"
              disabled={place === pictures.length - 1}
              onClick={() => step(1)}
              aria-label={t('next')}
            >
              <IconArrowRight size={24} aria-hidden />
            </ActionIcon>
          </div>
        )}
        {onAnnotate && source instanceof Blob && (
          <Act word="drawOn" Icon={IconPencil} onAct={leaveFor(onAnnotate)} />
        )}
        {onRemove && <Act word="remove" Icon={IconTrash} onAct={leaveFor(onRemove)} />}
      </div>
    </Modal>
  );
};

const Picture = ({ source, name }: { source: Blob; name: string }) => (
  <img className={classes.picture} src={useObjectAddress(source)} alt={name} decoding="async" />
);

const Act = ({
  word,
  Icon,
  onAct,
}: {
  word: 'drawOn' | 'remove';
  Icon: typeof IconPencil;
  onAct: () => void;
}) => {
  const t = useEvidenceWords();
  return (
    <TouchButton variant="default" leftSection={<Icon size={24} aria-hidden />} onClick={onAct}>
      {t(word)}
    </TouchButton>
  );
};
