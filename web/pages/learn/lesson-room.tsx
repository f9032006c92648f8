import { useEffect, useMemo, useRef, useState } from 'react';
import { type EnrolledCourse, modulesOfACourse } from '#contract/enrolments.ts';
import { useCollect } from '../../domains/certificates/collect.ts';
import { titleBeside } from '../../domains/videos/module-title.ts';
import { videosOf } from '../../domains/videos/videos.ts';
import { type PlayerHandle, skipSeconds } from '../../domains/videos/player/player.ts';
import { Player } from '../../domains/videos/player/player.tsx';
import { sayIfItWaits } from '../../client/outbox/say-if-it-waits.ts';
import { toast } from '../../ui/toast.ts';
import { focusNote } from './focus-note.ts';
import type { KeyAct } from './keys/keys.ts';
import { KeysHelp } from './keys/keys-help.tsx';
import { useKeys } from './keys/use-keys.ts';
import { LessonTabs } from './lesson-tabs.tsx';
import { Celebration } from './modules/celebration.tsx';
import { ModuleBar } from './modules/module-bar.tsx';
import { Outline } from './modules/outline.tsx';
import { useComplete } from './modules/use-complete.ts';
import type { Lesson, Place } from './tabs/lesson.ts';
import { useBeginning } from './use-beginning.ts';
import { usePlace } from './use-place.ts';
import { useTab } from './use-tab.ts';
import type { TabName } from './which-tab.ts';

/** A started course: the player and what can be done with the module, the outline, and the tabs. */
export const LessonRoom = ({
  enrolment,
  left,
  opening,
}: {
  enrolment: EnrolledCourse;
  left: boolean;
  opening: Place;
}) => {
  const videos = useMemo(() => videosOf(enrolment), [enrolment]);
  const { module, beginning, place, goTo, step, onPlace, onPlaying } = usePlace(enrolment._id, opening);
  const { completedModules } = enrolment;
  const tab = useTab(completedModules >= modulesOfACourse ? 'review' : 'notes');
  const [celebrates, setCelebrates] = useState(false);
  const [help, setHelp] = useState(false);
  const player = useRef<PlayerHandle>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const nextButton = useRef<HTMLButtonElement>(null);
  const panels = useRef<Partial<Record<TabName, HTMLDivElement | null>>>({});

  const { complete, underWay, waits } = useComplete(enrolment, (completed) => {
    // The popup gives the focus back to where the way goes on, not to a button that would complete one more.
    if (completed === modulesOfACourse) {
      setCelebrates(true);
      tab.show('review');
    } else if (completed === module) nextButton.current?.focus();
  });
  const { collect } = useCollect(enrolment, { begun: sayIfItWaits, refused: toast.error });
  const act = (what: KeyAct) => {
    if (what === 'help') setHelp(true);
    else if (what === 'toggle') player.current?.toggle();
    else if (what === 'note') {
      tab.show('notes');
      focusNote(() => panels.current.notes ?? null);
    } else player.current?.skip(what === 'back' ? -skipSeconds : skipSeconds);
  };
  useKeys(act);

  const going = useRef(goTo);
  useEffect(() => {
    going.current = goTo;
  });
  const lesson = useMemo<Lesson>(
    () => ({
      enrolment,
      place: () => place.current,
      goTo: (to) => {
        going.current(to);
        player.current?.focus();
      },
    }),
    [enrolment, place],
  );
  const video = videos[module - 1];
  const begins = useBeginning(beginning, video?.src ?? '', () => {
    onPlace(0, true);
    toast.blank('This module has another video now.');
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
            <span className="text-muted">Module {module}</span> {video && titleBeside(module, video.title)}
          </h2>
          <KeysHelp open={help} onOpenChange={setHelp} />
        </div>
        <div className="mt-3 max-sm:-mx-(--gutter)">
          {video && (
            <Player
              key={`${module} ${video.src}`}
              ref={player}
              video={video}
              module={module}
              beginning={begins}
              onPlace={onPlace}
              onPlaying={onPlaying}
            />
          )}
        </div>
        <ModuleBar
          module={module}
          completedModules={completedModules}
          left={left}
          underWay={underWay ?? null}
          waits={waits}
          nextButton={nextButton}
          onStep={(by) => {
            step(by);
            // At either end the button that was pressed is disabled.
            if (module + by === 1 || module + by === modulesOfACourse) title.current?.focus();
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
