import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountMenu } from '#inspector/account/AccountMenu.tsx';
import { useSyncState } from '#inspector/device/device.ts';
import { useSyncStatuses } from '#inspector/device/use-sync-statuses.ts';
import { IconButton } from '#kit/IconButton.tsx';
import { IconArrowLeft, IconCloudCheck, IconCloudUp, IconListCheck } from '#kit/icons/icons.ts';
import classes from './Page.module.css';
import { useHeadingFocus } from './use-heading-focus.ts';

type Props = { title: string; hasBackButton?: boolean; actions?: ReactNode; children: ReactNode };

export const Page = ({ title, hasBackButton = false, actions, children }: Props) => {
  const { t } = useTranslation('general');
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const heading = useHeadingFocus();
  const { connection } = useSyncState();
  useDocumentTitle(`${title} · Ronda`);
  return (
    <div className={classes.page}>
      <header className={classes.head} data-inside={hasBackButton}>
        {hasBackButton && (
          <IconButton
            Icon={IconArrowLeft}
            label={t('back')}
            size={44}
            variant="subtle"
            color="gray"
            // There is no previous screen if the app was opened through a link or code.
            onClick={() => (canGoBack ? router.history.back() : void navigate({ to: '/' }))}
          />
        )}
        <Title order={1} ref={heading} tabIndex={-1} className={classes.title!}>
          {title}
        </Title>
        {actions}
        <AccountMenu />
      </header>
      {(connection === 'offline' || connection === 'busy') && (
        <p role="status" className={classes.connection}>
          {t(connection === 'busy' ? 'serverBusy' : 'offline')}
        </p>
      )}
      <main className={classes.main}>{children}</main>
      <Menu />
    </div>
  );
};

const Menu = () => {
  const { t } = useTranslation('general');
  const syncStatuses = useSyncStatuses();
  const unsentCount = syncStatuses?.size ?? 0;
  const StatusIcon = unsentCount > 0 ? IconCloudUp : IconCloudCheck;
  return (
    <nav className={classes.menu} aria-label={t('mainMenu')}>
      <Link to="/" className={classes.link} activeOptions={{ exact: true }}>
        <IconListCheck aria-hidden />
        {t('tasks')}
      </Link>
      <Link to="/sent" className={classes.link}>
        <StatusIcon aria-hidden />
        {!syncStatuses
          ? t('syncStatus')
          : unsentCount > 0
            ? t('unsentShort', { count: unsentCount })
            : t('sentShort')}
      </Link>
    </nav>
  );
};
