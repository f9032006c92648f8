import { useEffect, useMemo, useRef, useState } from 'react';
import { type EnrolledCourse, modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { showOfflineNotice } from '../../client/outbox/outbox-toasts.ts';
import { useCollectCertificate } from '../../domains/certificates/use-collect-certificate.ts';
import { Player } from '../../domains/videos/player/player.tsx';
import { type PlayerHandle, skipSeconds } from '../../domains/videos/player/player-types.ts';
import { moduleTitle, videosOf } from '../../domains/videos/videos.ts';
import { toast } from '../../ui/toast.ts';
import { focusNote } from './focus-note.ts';
import type { TabName } from './lesson-tab-names.ts';
import { LessonTabs } from './lesson-tabs.tsx';
import { Celebration } from './modules/celebration.tsx';
import { ModuleBar } from './modules/module-bar.tsx';
import { Outline } from './modules/outline.tsx';
import { useCompleteModule } from './modules/use-complete-module.ts';
import { ShortcutHelp } from './shortcuts/shortcut-help.tsx';
import type { Shortcut } from './shortcuts/shortcuts.ts';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';
import type { LessonProps, VideoPosition } from './tabs/lesson.ts';
import { useLessonTab } from './use-lesson-tab.ts';
import { useVideoPosition } from './use-video-position.ts';
import { useVideoStart } from './use-video-start.ts';

/** The lesson of a started course: player, module buttons, outline and tabs. */
export const LessonView = ({
  enrolment,
  hasLeft,
  opening,
}: {
  enrolment: EnrolledCourse;
  hasLeft: boolean;
  opening: VideoPosition;
}) => {
  const videos = useMemo(() => videosOf(enrolment), [enrolment]);
  const { module, beginning, place, goTo, step, onPlace, onPlaying } = useVideoPosition(
    enrolment._id,
    opening,
  );
  const { completedModules } = enrolment;
  const tab = useLessonTab(completedModules >= modulesPerCourse ? 'review' : 'notes');
  const [celebrates, setCelebrates] = useState(false);
  const [help, setHelp] = useState(false);
  const player = useRef<PlayerHandle>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const nextButton = useRef<HTMLButtonElement>(null);
  const panels = useRef<Partial<Record<TabName, HTMLDivElement | null>>>({});

  const { complete, underWay, isBlocked } = useCompleteModule(enrolment, (completed) => {
    // The popup gives the focus back to where the way goes on, not to a button that would complete one more.
    if (completed === modulesPerCourse) {
      setCelebrates(true);
      tab.show('review');
    } else if (completed === module) nextButton.current?.focus();
  });
  const { collect } = useCollectCertificate(enrolment, {
    onStart: showOfflineNotice,
    onRefused: toast.error,
  });
  const act = (what: Shortcut) => {
    if (what === 'help') setHelp(true);
    else if (what === 'toggle') player.current?.toggle();
    else if (what === 'note') {
      tab.show('notes');
      focusNote(() => panels.current.notes ?? null);
    } else player.current?.skip(what === 'back' ? -skipSeconds : skipSeconds);
  };
  useShortcuts(act);

  const going = useRef(goTo);
  useEffect(() => {
    going.current = goTo;
  });
  const lesson = useMemo<LessonProps>(
    () => ({
      enrolment,
      currentPosition: () => place.current,
      goTo: (to) => {
        going.current(to);
        player.current?.focus();
      },
    }),
    [enrolment, place],
  );
  const video = videos[module - 1];
  const begins = useVideoStart(beginning, video?.src ?? '', () => {
    onPlace(0, true);
    toast.blank('The video of this module was replaced.');
  });
  return (
    <div className="mt-5 grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <section aria-labelledby="module-title" className="min-w-0">
        <div className="flex items-center justify-between gap-3">
          <h2
            id="module-title"
            ref={title}
            tabIndex={-1}
            aria-live="polite"
            className="min-w-0 text-lg font-medium outline-none wrap-anywhere"
          >
            <span className="text-muted">Module {module}</span> {video && moduleTitle(module, video.title)}
          </h2>
          <ShortcutHelp open={help} onOpenChange={setHelp} />
        </div>
        <div className="mt-3 max-sm:-mx-(--gutter)">
          {video && (
            <Player
              key={`${module} ${video.src}`}
              ref={player}
              video={video}
              module={module}
              start={begins}
              onPosition={onPlace}
              onPlaying={onPlaying}
            />
          )}
        </div>
        <ModuleBar
          module={module}
          completedModules={completedModules}
          hasLeft={hasLeft}
          underWay={underWay ?? null}
          isBlocked={isBlocked}
          nextButton={nextButton}
          onStep={(by) => {
            step(by);
            // At either end the button that was pressed is disabled.
            if (module + by === 1 || module + by === modulesPerCourse) title.current?.focus();
          }}
          onComplete={complete}
          onCollect={() => {
            collect();
            tab.show('certificate');
            panels.current.certificate?.scrollIntoView({ block: 'nearest' });
          }}
        />
      </section>
      <aside aria-label="Modules" className="lg:sticky lg:top-24 lg:row-span-2">
        <Outline
          enrolment={enrolment}
          videos={videos}
          current={module}
          onGo={(to) => to !== module && goTo({ module: to, second: 0 })}
        />
      </aside>
      <div className="min-w-0">
        <LessonTabs lesson={lesson} shown={tab.shown} onShow={tab.show} panels={panels} />
      </div>
      {celebrates && <Celebration onEnd={() => setCelebrates(false)} />}
    </div>
  );
};
