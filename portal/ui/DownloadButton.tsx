import { Button, type ButtonProps } from '@mantine/core';
import { IconDownload } from '#kit/icons/icons.ts';

export const DownloadButton = ({ href, label, ...props }: ButtonProps & { href: string; label: string }) => (
  <Button
    component="a"
    href={href}
    download
    variant="default"
    leftSection={<IconDownload size={16} aria-hidden />}
    {...props}
  >
    {label}
  </Button>
);
