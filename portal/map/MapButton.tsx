import { Button } from '@mantine/core';
import type { Icon } from '#kit/icons/icon.tsx';
import classes from './Map.module.css';

type Props = { icon: Icon; label: string; title?: string; isOn?: boolean; onClick: () => void };

/** On a phone, only the icon is shown. `isOn` is the state of a toggle button. */
export const MapButton = ({ icon: ButtonIcon, label, title = label, isOn, onClick }: Props) => (
  <Button
    size="xs"
    variant={isOn ? 'filled' : 'default'}
    {...(isOn !== undefined && { 'aria-pressed': isOn })}
    title={title}
    leftSection={<ButtonIcon size={16} aria-hidden />}
    onClick={onClick}
    classNames={{ root: classes.button, section: classes.buttonIcon, label: classes.buttonLabel }}
  >
    {label}
  </Button>
);
