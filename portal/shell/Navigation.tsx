import { NavLink, VisuallyHidden } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '#portal/session/me.ts';
import { findCarriedFilters } from '#portal/tasks/carried-filters.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import classes from './Navigation.module.css';
import { listPages } from './pages.ts';

export const Navigation = ({ isCollapsed, onOpen }: { isCollapsed: boolean; onOpen: () => void }) => {
  const { t } = useTranslation('shell');
  const me = useMe();
  const location = useLocation();
  const { pathname } = location;
  const isCurrentPage = (to: string) => (to === '/' ? pathname === '/' : `${pathname}/`.startsWith(`${to}/`));
  const groups = [
    { title: null, pages: listPages(me, ['work']) },
    { title: t('organisation'), pages: listPages(me, ['organisation']) },
  ];
  return (
    <nav aria-label={t('navigation')} className={classes.navigation}>
      {groups.map(({ title, pages: groupPages }) => (
        <div key={title}>
          {title !== null && groupPages.length > 0 && !isCollapsed && (
            <DimmedText size="xs" className={classes.title}>
              {title}
            </DimmedText>
          )}
          {groupPages.map(({ name, to, icon: Icon }) => (
            <NavLink
              key={name}
              title={isCollapsed ? t(name) : undefined}
              component={Link}
              to={to}
              // Search types differ from page to page, and each page ignores unknown parameters.
              search={findCarriedFilters(to, location) as never}
              label={isCollapsed ? <VisuallyHidden>{t(name)}</VisuallyHidden> : t(name)}
              leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
              active={isCurrentPage(to)}
              aria-current={isCurrentPage(to) ? 'page' : undefined}
              onClick={onOpen}
              className={classes.link}
            />
          ))}
        </div>
      ))}
    </nav>
  );
};
