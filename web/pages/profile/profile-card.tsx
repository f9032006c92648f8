import { BadgeCheck, Hourglass } from 'lucide-react';
import type { User } from '#contract/schemas/users.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';

const memberSince = (time: string) =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** Picture, name, e-mail, role and date of registration. */
export const ProfileCard = ({ user }: { user: User }) => (
  <Card className="flex flex-col items-center p-6 text-center">
    <Avatar name={user.name} url={user.imageUrl} className="size-28 text-2xl" />
    <h2 className="mt-4 font-serif text-xl font-semibold wrap-anywhere">{user.name}</h2>
    <p className="mt-1 text-muted wrap-anywhere">{user.email}</p>
    <p className="mt-4 flex flex-wrap justify-center gap-2">
      <Chip tone="info" icon={BadgeCheck}>
        {user.userType}
      </Chip>
      {user.wishedType !== null && (
        <Chip tone="warning" icon={Hourglass}>
          {user.wishedType} requested, awaiting an Admin
        </Chip>
      )}
    </p>
    <p className="mt-4 text-sm text-muted">Member since {memberSince(user.registeredAt)}</p>
  </Card>
);
