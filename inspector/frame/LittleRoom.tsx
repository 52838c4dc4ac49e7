import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { LITTLE_ROOM, readRoom } from '#inspector/store/room.ts';
import { useFrameWords } from './words.ts';

/** Told before it hurts; looked at again whenever `after` has changed. */
export const LittleRoom = ({ after }: { after: unknown }) => {
  const t = useFrameWords();
  const [left, setLeft] = useState(Number.POSITIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has changed may have taken room
  useEffect(() => void readRoom().then((room) => setLeft(room.left)), [after]);
  return (
    <div role="alert">
      {left < LITTLE_ROOM && <Text fw={650}>{t('littleRoom', { left: Math.floor(left / 2 ** 20) })}</Text>}
    </div>
  );
};
