import { IconDownload, IconShare } from '@tabler/icons-react';
import { useObjectAddress } from '#inspector/evidence/use-object-address.ts';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';

/** Hands a file to whatever else is on the device, where the browser can; it can always be saved. */
export const FileActs = ({
  file,
  words,
  variant = 'filled',
}: {
  file: File;
  words: { share: string; save: string };
  variant?: 'filled' | 'default';
}) => {
  const address = useObjectAddress(file);
  const mayShare = 'canShare' in navigator && navigator.canShare({ files: [file] });
  return (
    <>
      {mayShare && (
        <TouchButton
          variant={variant}
          leftSection={<IconShare aria-hidden />}
          // Whoever shares may think better of it.
          onClick={() => void navigator.share({ files: [file], title: file.name }).catch(() => {})}
        >
          {words.share}
        </TouchButton>
      )}
      <TouchButton
        variant={mayShare ? 'default' : variant}
        leftSection={<IconDownload aria-hidden />}
        renderRoot={(props) => <a {...props} href={address} download={file.name} />}
      >
        {words.save}
      </TouchButton>
    </>
  );
};
