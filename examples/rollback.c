// SPDX-License-Identifier: MIT OR Unlicense
// rollback.c - two players, each with a world of his own, over a line that is late and loses packets.
//
// Shows:  v2d_world_save() and v2d_world_load(): only inputs are sent. Each side plays on with the input of
//         the other that it last heard of, and goes back up to eight frames when another one arrives. The
//         hashes of frames whose inputs both know are compared.
// Build:  cc -O2 -I. examples/rollback.c -o rollback -lm
// Run:    ./rollback [--frames 300] [--out build/out/rollback] [--seed 1]
#define VERLET2D_IMPLEMENTATION
#include "verlet2d.h"
#include "scene.h"

enum {
    BACK = 8,          // most frames to go back
    KEPT = 64,         // frames whose inputs and hashes are kept
    SAVE = 256 * 1024, // room for a save [bytes]
    PACKETS = 64,      // on their way in one direction
    LEFT = 1,
    RIGHT = 2,
    JUMP = 4
};

// What is sent each frame: all inputs that the other one may lack, so that it does not matter which
// packets are lost, and the hash of a frame whose inputs the sender knows.
typedef struct packet {
    bool used;
    int arrives; // tick
    int first, count, heard;
    uint8_t inputs[KEPT];
    int hash_frame;
    uint64_t hash;
} packet;

typedef struct peer {
    v2d_world world;
    v2d_body_id heroes[2];
    unsigned char saves[BACK + 1][SAVE]; // the world before each of the last frames
    size_t sizes[BACK + 1];
    uint8_t inputs[2][KEPT];
    uint64_t hashes[KEPT]; // after each frame
    int me, now;           // which player; the frame that comes next
    int known, heard;      // frames of the other's inputs that are here, and of mine that are there
    int back, most_back, again, waits, equal, different;
    packet inbox[PACKETS];
} peer;

static peer peers[2];
static int tick, delay = 3, jitter = 2, loss = 20; // of the line [ticks], [ticks], [%]
static int sent, lost;
static uint32_t dice = 1u;

static int random_below(int n) {
    dice = dice * 1664525u + 1013904223u;
    return (int)((dice >> 16) % (uint32_t)n);
}

// What a player holds down in a frame: something else every fifth of a second.
static uint8_t hands_of(int player, int frame) {
    uint32_t mix = (uint32_t)(frame / 12) * 2654435761u + (uint32_t)player * 40503u;
    mix = (mix ^ mix >> 15) * 2246822519u;
    return (uint8_t)(mix >> 27 & (LEFT | RIGHT | JUMP));
}

// ---- the game ------------------------------------------------------------------------------------

// The same calls in the same order on both sides.
static void build_game(peer *p) {
    v2d_world *w = &p->world;
    scene_open(w);
    scene_wall(w, 0.0f, -0.25f, 4.2f, 0.25f, 0.0f);
    for (int side = -1; side <= 1; side += 2)
        scene_wall(w, 4.1f * (float)side, 3.0f, 0.1f, 3.0f, 0.0f);
    scene_wall(w, 0.0f, 6.1f, 4.2f, 0.1f, 0.0f);
    scene_wall(w, -2.9f, 1.9f, 1.1f, 0.08f, 0.0f);
    for (int i = 0; i < 2; ++i)
        p->heroes[i] = scene_ball(w, i == 0 ? -3.4f : 3.4f, 0.4f, 0.35f, 4.0f, 3 * i);
    for (int i = 0; i < 10; ++i)
        scene_box(w, -0.9f + 0.45f * (float)(i % 5), 0.22f + 0.44f * (float)(i / 5), 0.2f, 0.2f,
                  0.7f, 1 + i % 2);
    v2d_body_id plank = scene_box(w, 1.6f, 2.2f, 1.0f, 0.07f, 1.0f, 5);
    scene_pin(w, scene_static(w, 1.6f, 2.2f, 0.0f), plank, 1.6f, 2.2f);
    v2d_soft_def def = v2d_soft_def_default();
    v2d_vec2 ring[14];
    for (int i = 0; i < 14; ++i) {
        v2d_rot q = v2d_rot_make(2.0f * SCENE_PI * (float)i / 14.0f); // the same bits everywhere
        ring[i] = scene_vec(0.5f * q.c, 0.5f * q.s);
    }
    def.position = scene_vec(2.6f, 0.7f);
    def.user = 7, def.area_frequency = 10.0f, def.bend_frequency = 4.0f;
    v2d_soft_create_blob(w, &def, ring, 14);
}

static bool is_standing(const v2d_world *w, v2d_body_id hero) {
    v2d_contact contacts[8];
    int count = v2d_body_contacts(w, hero, contacts, 8);
    for (int i = 0; i < count; ++i)
        if (contacts[i].touching && contacts[i].manifold.normal.y < -0.7f) return true;
    return false;
}

static void apply(v2d_world *w, v2d_body_id hero, uint8_t hands) {
    float mass = v2d_body_mass(w, hero).mass, push = 14.0f * mass;
    if ((hands & LEFT) != 0) v2d_body_apply_force_to_center(w, hero, scene_vec(-push, 0.0f));
    if ((hands & RIGHT) != 0) v2d_body_apply_force_to_center(w, hero, scene_vec(push, 0.0f));
    if ((hands & JUMP) != 0 && is_standing(w, hero))
        v2d_body_apply_impulse_to_center(w, hero, scene_vec(0.0f, 7.0f * mass));
}

// ---- rollback ------------------------------------------------------------------------------------

// Plays the frame that comes next with the inputs that are there.
static void play_frame(peer *p) {
    int slot = p->now % (BACK + 1);
    p->sizes[slot] = v2d_world_save(&p->world, p->saves[slot], SAVE);
    for (int i = 0; i < 2; ++i)
        apply(&p->world, p->heroes[i], p->inputs[i][p->now % KEPT]);
    v2d_world_step(&p->world, 1.0f / 60.0f, 4);
    p->hashes[p->now % KEPT] = v2d_world_hash(&p->world);
    p->now += 1;
}

// Until an input is known, the last one that is stands in for it.
static void predict(peer *p, int from) {
    uint8_t *inputs = p->inputs[1 - p->me];
    for (int frame = from; frame <= p->now; ++frame)
        inputs[frame % KEPT] = p->known > 0 ? inputs[(p->known - 1) % KEPT] : 0;
}

// Frame `first` was played with a wrong input: from there to the present once more.
static void roll_back(peer *p, int first) {
    int now = p->now, slot = first % (BACK + 1);
    if (v2d_world_load(&p->world, p->saves[slot], p->sizes[slot]) != V2D_OK) exit(1);
    for (p->now = first; p->now < now;)
        play_frame(p);
    p->back = now - first, p->again += p->back;
    if (p->back > p->most_back) p->most_back = p->back;
}

// Frames whose inputs are all here: their state is final.
static int final_frames(const peer *p) { return p->known < p->now ? p->known : p->now; }

static void receive(peer *p, const packet *got) {
    int wrong = p->now;
    uint8_t *inputs = p->inputs[1 - p->me];
    for (int i = 0; i < got->count; ++i) {
        int frame = got->first + i;
        if (frame != p->known) continue; // it is here already
        if (frame < wrong && inputs[frame % KEPT] != got->inputs[i]) wrong = frame;
        inputs[frame % KEPT] = got->inputs[i];
        p->known += 1;
    }
    if (got->heard > p->heard) p->heard = got->heard;
    predict(p, p->known);
    if (wrong < p->now) roll_back(p, wrong);
    int frame = got->hash_frame;
    if (frame < 0 || frame >= final_frames(p) || frame < p->now - KEPT) return;
    if (p->hashes[frame % KEPT] == got->hash) p->equal += 1;
    if (p->hashes[frame % KEPT] != got->hash) p->different += 1;
}

static void send_inputs(const peer *p, peer *to) {
    sent += 1;
    bool falls_out = random_below(100) < loss;
    int arrives = tick + 1 + delay + random_below(jitter + 1);
    for (int i = 0; i < PACKETS && !falls_out; ++i) {
        packet *free = &to->inbox[i];
        if (free->used) continue;
        free->used = true, free->arrives = arrives, free->heard = p->known;
        free->first = p->heard, free->count = p->now - p->heard;
        for (int k = 0; k < free->count; ++k)
            free->inputs[k] = p->inputs[p->me][(free->first + k) % KEPT];
        free->hash_frame = final_frames(p) - 1;
        free->hash = free->hash_frame < 0 ? 0 : p->hashes[free->hash_frame % KEPT];
        return;
    }
    lost += 1;
}

// A frame of one player. He waits when the other one is more than BACK frames behind.
static void play(peer *p) {
    p->back = 0;
    for (int i = 0; i < PACKETS; ++i) {
        packet *got = &p->inbox[i];
        if (!got->used || got->arrives > tick) continue;
        int back = p->back;
        receive(p, got);
        if (back > p->back) p->back = back;
        got->used = false;
    }
    if (p->now - p->known >= BACK) {
        p->waits += 1;
    } else {
        p->inputs[p->me][p->now % KEPT] = hands_of(p->me, p->now);
        predict(p, p->known > p->now ? p->now + 1 : p->known);
        play_frame(p);
    }
    send_inputs(p, &peers[1 - p->me]);
}

static void play_both(void) {
    for (int i = 0; i < 2; ++i)
        play(&peers[i]);
    tick += 1;
}

static void start_game(uint32_t seed) {
    memset(peers, 0, sizeof(peers));
    dice = seed, tick = sent = lost = 0;
    for (int i = 0; i < 2; ++i) {
        peers[i].me = i;
        build_game(&peers[i]);
    }
}

// ---- the film ------------------------------------------------------------------------------------

// One square for each of the last frames: played for good, or with an input that was guessed.
static void draw_frames(canvas *c, const peer *p, float x) {
    char text[96];
    for (int i = 0; i < 24; ++i) {
        int frame = p->now - 24 + i;
        bool again = frame >= p->now - p->back;
        canvas_color color = again              ? canvas_accent()
                             : frame < p->known ? canvas_style_body(2).line
                                                : canvas_grid();
        if (frame >= 0) canvas_dot(c, x - 3.45f + 0.3f * (float)i, 6.5f, 11.0f, color);
    }
    snprintf(text, sizeof(text),
             "player %d: frame %d, heard of %d; played again %d, most at once %d", p->me + 1,
             p->now, p->known, p->again, p->most_back);
    canvas_label(c, x, 6.93f, 8.5f, canvas_ink(), text);
}

static void draw_view(canvas *c, const peer *p) {
    float middle = p->me == 0 ? 4.7f : -4.7f;
    canvas_camera(c, middle, 3.55f, 10.4f);
    canvas_draw_world(c, &p->world);
    draw_frames(c, p, 0.0f);
}

int main(int argc, char **argv) {
    static const int lines[4][3] = {
        {1, 0, 0}, {3, 2, 20}, {5, 3, 30}, {9, 2, 10}}; // delay, jitter, loss
    film f;
    film_open(&f, argc, argv, "rollback", 300);
    start_game(f.seed);
    while (film_running(&f)) {
        canvas *c = &f.canvas;
        const int *line = lines[f.frame * 4 / f.frame_count];
        delay = line[0], jitter = line[1], loss = line[2];
        canvas_camera(c, 0.0f, 3.55f, 10.4f);
        canvas_clear(c);
        for (int i = 0; i < 2; ++i)
            draw_view(c, &peers[i]);
        canvas_title(c, "Rollback");
        canvas_note(c, 0, "line: %d to %d frames late, %d %% lost; %d of %d packets lost", delay,
                    delay + jitter, loss, lost, sent);
        canvas_note(c, 1, "a save: %d KB; hashes compared: %d equal, %d different",
                    (int)(peers[0].sizes[0] / 1024), peers[0].equal + peers[1].equal,
                    peers[0].different + peers[1].different);
        canvas_time(c, f.time);
        canvas_caption(
            c, "Two worlds, one game: only inputs are sent, and late ones are played again");
        film_frame(&f);
        for (int i = 0; i < 2; ++i)
            play_both();
    }
    int status = scene_close(&f, &peers[0].world);
    return peers[0].different + peers[1].different > 0 ? 1 : status;
}
