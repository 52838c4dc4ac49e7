import { SingleFilter, type SingleFilterProps } from '#portal/ui/SingleFilter.tsx';
import { useTeams } from './use-teams.ts';

/** Must only be rendered for users who may read teams, because it loads them. */
export const TeamFilter = (filter: SingleFilterProps) => <SingleFilter {...filter} options={useTeams()} />;
