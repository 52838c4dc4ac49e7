import { Alert, Loader, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './AnnotatePicture.module.css';
import { MarkTools, type Tool } from './MarkTools.tsx';
import { drawMarks, type MarkColour } from './marks.ts';
import { PictureCanvas } from './PictureCanvas.tsx';
import { decodePicture, encodePicture, sizeOf } from './reduce-picture.ts';
import { useMarks } from './use-marks.ts';
import { useEvidenceWords } from './words.ts';

type Decoded = Awaited<ReturnType<typeof decodePicture>>;

/** A dialog as large as the screen in which somebody draws on a picture. What is kept is a JPEG of its own size. */
export const AnnotatePicture = ({
  picture,
  onKeep,
  onCancel,
}: {
  picture: Blob;
  onKeep: (annotated: Blob) => void | Promise<void>;
  onCancel: () => void;
}) => {
  const t = useEvidenceWords();
  const decoded = useDecoded(picture);
  const { marks, canUndo, add, clear, undo } = useMarks();
  const [tool, setTool] = useState<Tool>('pen');
  const [colour, setColour] = useState<MarkColour>('red');
  const [text, setText] = useState('');
  const [isKeeping, setKeeping] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isThere = decoded !== undefined && decoded !== 'unreadable';

  const keep = async () => {
    if (!isThere) return;
    setKeeping(true);
    setFailed(false);
    try {
      const size = sizeOf(decoded);
      const annotated = await encodePicture(picture, size, (context) => {
        context.drawImage(decoded, 0, 0);
        drawMarks(context, marks, size);
      });
      await onKeep(annotated);
    } catch {
      setFailed(true);
    }
    setKeeping(false);
  };
  const write = (at: { x: number; y: number }) => {
    if (text.trim() === '') return;
    add({ kind: 'text', colour, at, text: text.trim() });
    setText('');
  };
  return (
    <Modal.Root
      opened
      onClose={onCancel}
      fullScreen
      // A slip of the finger is no reason to lose a drawing.
      closeOnEscape={!canUndo}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content
        radius={0}
        aria-label={t('annotate')}
        classNames={{ content: classes.content }}
        onKeyDown={(event) => {
          const isInText = event.target instanceof HTMLInputElement && event.target.type === 'text';
          if ((event.ctrlKey || event.metaKey) && event.key === 'z' && canUndo && !isInText) undo();
        }}
      >
        <Modal.Body className={classes.body}>
          <div className={classes.stage}>
            {decoded === undefined && <Loader />}
            {decoded === 'unreadable' && <Alert color="red">{t('pictureBroken')}</Alert>}
            {isThere && (
              <PictureCanvas
                picture={decoded}
                label={t('picture')}
                marks={marks}
                tool={tool}
                colour={colour}
                onMark={add}
                onTap={write}
              />
            )}
          </div>
          {hasFailed && (
            <Alert color="red" role="alert">
              {t('keepFailed')}
            </Alert>
          )}
          <MarkTools
            {...{ tool, setTool, colour, setColour, text, setText, canUndo, undo, clear, isKeeping }}
            hasMarks={marks.length > 0}
            onWriteInMiddle={() => {
              if (!isThere) return;
              const { width, height } = sizeOf(decoded);
              write({ x: width / 4, y: height / 2 });
            }}
            onKeep={keep}
            onCancel={onCancel}
          />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
};

const useDecoded = (picture: Blob): Decoded | 'unreadable' | undefined => {
  const [decoded, setDecoded] = useState<Decoded | 'unreadable'>();
  useEffect(() => {
    let isOver = false;
    let made: Decoded | undefined;
    const close = () => {
      if (made && 'close' in made) made.close();
    };
    void decodePicture(picture).then(
      (bitmap) => {
        made = bitmap;
        if (isOver) close();
        else setDecoded(bitmap);
      },
      () => !isOver && setDecoded('unreadable'),
    );
    return () => {
      isOver = true;
      setDecoded(undefined);
      close();
    };
  }, [picture]);
  return decoded;
};
