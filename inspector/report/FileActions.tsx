import { useObjectUrl } from '#inspector/evidence/use-object-url.ts';
import { IconDownload, IconShare } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';

/** Shares a file with other apps, if the browser can; it can always be saved. */
export const FileActions = ({
  file,
  words,
  variant = 'filled',
}: {
  file: File;
  words: { share: string; save: string };
  variant?: 'filled' | 'default';
}) => {
  const address = useObjectUrl(file);
  const canShare = 'canShare' in navigator && navigator.canShare({ files: [file] });
  return (
    <>
      {canShare && (
        <TouchButton
          variant={variant}
          leftSection={<IconShare aria-hidden />}
          // The user may cancel sharing.
          onClick={() => void navigator.share({ files: [file], title: file.name }).catch(() => {})}
        >
          {words.share}
        </TouchButton>
      )}
      <TouchButton
        variant={canShare ? 'default' : variant}
        leftSection={<IconDownload aria-hidden />}
        renderRoot={(props) => <a {...props} href={address} download={file.name} />}
      >
        {words.save}
      </TouchButton>
    </>
  );
};
