// SPDX-License-Identifier: MIT OR Unlicense
// physics_curves.c - energies and heights over time, on every engine, for pictures.
#include "engines.h"
#include "physics.h"

#include <stdio.h>
#include <string.h>

static double pendulum_low;

// Two discs on pins, released level.
static void double_pendulum(lab *l) {
    lab_open(l);
    int before = lab_nothing(l);
    for (int i = 0; i < 2; ++i) {
        sim_shape disc = lab_disc(0.2, 1.0, 0.0, 0.0);
        disc.mask = 0;
        int body = lab_body(l, SIM_DYNAMIC, i + 1.0, 0.0, &disc);
        sim_joint_def pin = sim_pin(l->s, before, body, (float)i, 0.0f);
        sim_add_joint(l->s, &pin);
        before = body;
    }
    pendulum_low = -3.0 * LAB_GRAVITY * lab_mass(l, before);
}

static double above_low(const lab *l) { return lab_energy(l) - pendulum_low; }

// 200 discs, boxes and capsules between four walls, without weight and friction.
static void gas(lab *l) {
    lab_seed(l, 1);
    lab_open_weightless(l);
    for (int i = 0; i < 4; ++i) {
        double x = i == 0 ? -11.0 : i == 1 ? 11.0 : 0.0, y = i == 2 ? -11.0 : i == 3 ? 11.0 : 0.0;
        sim_shape wall = lab_box(i < 2 ? 1.0 : 12.0, i < 2 ? 12.0 : 1.0, 1.0, 0.0, 1.0);
        lab_body(l, SIM_STATIC, x, y, &wall);
    }
    sim_shape shapes[3];
    shapes[0] = lab_disc(0.3, 1.0, 0.0, 1.0);
    shapes[1] = lab_box(0.3, 0.2, 1.0, 0.0, 1.0);
    shapes[2] = sim_capsule(-0.2f, 0.0f, 0.2f, 0.0f, 0.2f);
    shapes[2].friction = 0.0f;
    shapes[2].restitution = 1.0f;
    for (int i = 0; i < 200; ++i) {
        int body =
            lab_body(l, SIM_DYNAMIC, 1.3 * (i % 15) - 9.1, 1.3 * (i / 15) - 9.1, &shapes[i % 3]);
        sim_set_velocity(l->s, body, (float)(6.0 * lab_random(l)), (float)(6.0 * lab_random(l)),
                         0.0f);
    }
}

// A disc that falls 3 m.
static void bounce(lab *l) {
    lab_open(l);
    lab_ground(l, 0.6, 1.0);
    sim_shape disc = lab_disc(0.5, 1.0, 0.6, 1.0);
    lab_body(l, SIM_DYNAMIC, 0.0, 3.5, &disc);
}

static double height(const lab *l) { return lab_at(l, 1).y - 0.5; }

// Five discs on threads of 3 m, the first lifted.
static void cradle(lab *l) {
    lab_open(l);
    int ceiling = lab_nothing(l);
    sim_shape disc = lab_disc(0.5, 1.0, 0.0, 1.0);
    for (int i = 0; i < 5; ++i) {
        double x = i == 0 ? -2.4 : (double)i, y = i == 0 ? -1.8 : -3.0;
        int body = lab_body(l, SIM_DYNAMIC, x, y, &disc);
        lab_rod(l, ceiling, body, (double)i, 0.0, x, y, 0.0, 0.0);
    }
}

static double last_height(const lab *l) { return lab_at(l, 5).y + 3.0; }

typedef struct curve {
    const char *name;
    void (*build)(lab *l);
    double (*value)(const lab *l);
    double theory; // 0: none is drawn
    int relative;  // to the value at the start
    int steps, every;
} curve;

static const curve curves[] = {
    {"energy of a double pendulum / start", double_pendulum, above_low, 1.0, 1, 3600, 15},
    {"energy of 200 bouncing bodies / start", gas, lab_kinetic, 1.0, 1, 600, 4},
    {"height of a bouncing ball [m]", bounce, height, 3.0, 0, 720, 2},
    {"rise of a cradle's last ball [m]", cradle, last_height, 1.2, 0, 720, 2},
};

static void draw(FILE *file, const sim_engine *engine, const curve *c) {
    lab l;
    memset(&l, 0, sizeof(l));
    l.engine = engine;
    c->build(&l);
    double start = c->relative ? c->value(&l) : 1.0;
    for (int i = 0; i <= c->steps && l.s->error == NULL; ++i) {
        if (i % c->every == 0)
            fprintf(file, "%s,%s,%.4f,%.6f\n", c->name, engine->name, i / 60.0,
                    c->value(&l) / start);
        lab_step(&l);
    }
    sim_destroy(l.s);
}

int physics_curves(const char *path) {
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        fprintf(stderr, "physics: cannot write %s\n", path);
        return 0;
    }
    fprintf(file, "experiment,engine,time [s],value\n");
    for (size_t i = 0; i < sizeof(curves) / sizeof(curves[0]); ++i) {
        for (int e = 0; engines[e] != NULL; ++e)
            draw(file, engines[e], &curves[i]);
        for (int k = 0; k < 2; ++k)
            fprintf(file, "%s,theory,%.4f,%.6f\n", curves[i].name, k * curves[i].steps / 60.0,
                    curves[i].theory);
    }
    fclose(file);
    return 1;
}
