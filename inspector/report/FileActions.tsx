import { useObjectUrl } from '#inspector/evidence/use-object-url.ts';
import { IconDownload, IconShare } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';

type Props = { file: File; labels: { share: string; save: string }; variant?: 'filled' | 'default' };

export const FileActions = ({ file, labels, variant = 'filled' }: Props) => {
  const url = useObjectUrl(file);
  const canShare = 'canShare' in navigator && navigator.canShare({ files: [file] });
  return (
    <>
      {canShare && (
        <TouchButton
          variant={variant}
          leftSection={<IconShare aria-hidden />}
          // Rejects if the user cancels sharing.
          onClick={() => void navigator.share({ files: [file], title: file.name }).catch(() => {})}
        >
          {labels.share}
        </TouchButton>
      )}
      <TouchButton
        variant={canShare ? 'default' : variant}
        leftSection={<IconDownload aria-hidden />}
        renderRoot={(props) => <a {...props} href={url} download={file.name} />}
      >
        {labels.save}
      </TouchButton>
    </>
  );
};
